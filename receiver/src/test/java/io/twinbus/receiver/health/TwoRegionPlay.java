package io.twinbus.receiver.health;

import io.twinbus.ledger.AttemptLimit;
import io.twinbus.ledger.FailureCounts;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One receiver in each of two regions, with the real rules about handlers that are down, in steps
 * of 100 ms: sessions are claimed, called, released, and taken by the other region.
 *
 * <p>A message is visible in its home region at once, and after 15 s in the other one.
 */
final class TwoRegionPlay {

  static final Duration STEP = Duration.ofMillis(100);

  private static final long STANDBY = 15_000;
  private static final AttemptLimit LIMIT = new AttemptLimit(10, Duration.ofMinutes(15));

  /** What a handler answers. */
  interface Handler {

    /** The failure, or empty where the call ends well. */
    Optional<FailureKind> answer(String region, long millis, Letter letter);
  }

  /** A message. */
  static final class Letter {
    final SessionId session;
    final int number;
    final long sentAt;
    FailureCounts failed = FailureCounts.NONE;
    long endedAt = -1;
    boolean isDead;

    Letter(SessionId session, int number, long sentAt) {
      this.session = session;
      this.number = number;
      this.sentAt = sentAt;
    }

    String name() {
      return session + "-" + number;
    }
  }

  private record Call(
      long until, Letter letter, MonotonicTime begun, Optional<FailureKind> answer) {

    HandlerHealth.Call ended() {
      return new HandlerHealth.Call(letter.session, letter.name(), begun);
    }
  }

  private final class Region {
    final String name;
    final HandlerHealth health = new HandlerHealth(HealthSettings.DEFAULT, at());
    final Map<SessionId, Call> calls = new HashMap<>();
    final Map<SessionId, Long> retryAt = new HashMap<>();
    final Map<SessionId, Long> standsBackUntil = new HashMap<>();
    int spells;

    Region(String name) {
      this.name = name;
    }
  }

  final Map<String, Region> regions = new TreeMap<>();
  final List<Letter> letters = new ArrayList<>();
  private final Map<SessionId, List<Letter>> queues =
      new TreeMap<>((a, b) -> a.value().compareTo(b.value()));
  private final Map<SessionId, Integer> heads = new HashMap<>();
  private final Map<SessionId, String> owners = new HashMap<>();
  private final Set<List<Object>> attempts = new HashSet<>();
  private final Map<SessionId, Integer> tokens = new HashMap<>();
  private final Handler handler;
  private final long callMillis;
  private final Random random = new Random(1);
  private long millis;

  TwoRegionPlay(Handler handler, long callMillis) {
    this.handler = handler;
    this.callMillis = callMillis;
    regions.put("east", new Region("east"));
    regions.put("west", new Region("west"));
  }

  void send(String session, int number, long sentAt) {
    Letter letter = new Letter(new SessionId(session), number, sentAt);
    letters.add(letter);
    queues.computeIfAbsent(letter.session, none -> new ArrayList<>()).add(letter);
  }

  /** Plays until every message has ended, or for so long. */
  TwoRegionPlay play(Duration most) {
    while (millis < most.toMillis() && letters.stream().anyMatch(one -> one.endedAt < 0)) {
      millis += STEP.toMillis();
      regions.values().forEach(this::step);
    }
    return this;
  }

  int spells(String region) {
    return Objects.requireNonNull(regions.get(region)).spells;
  }

  private void step(Region region) {
    boolean wasAway = region.health.isAway();
    for (Map.Entry<SessionId, Call> call : List.copyOf(region.calls.entrySet())) {
      if (call.getValue().until() <= millis) {
        region.calls.remove(call.getKey());
        ends(region, call.getValue());
      }
    }
    HandlerHealth.Turns due = region.health.poll(at());
    if (due.isBack()) {
      region.retryAt.clear();
    }
    queues.keySet().forEach(session -> step(region, session));
    region.spells += !wasAway && region.health.isAway() ? 1 : 0;
  }

  private void step(Region region, SessionId session) {
    Letter head = head(region, session);
    String owner = owners.get(session);
    boolean isFree = owner == null || owner.equals(region.name);
    if (!isFree || head == null) {
      region.health.works(session, false);
      region.health.giveUpTurn(session, at());
      if (head == null && region.name.equals(owner) && !region.calls.containsKey(session)) {
        owners.remove(session);
      }
      return;
    }
    region.health.works(session, true);
    if (region.calls.containsKey(session)) {
      return;
    }
    if (region.name.equals(owner) && isToRelease(region, session)) {
      owners.remove(session);
      return;
    }
    boolean waits =
        region.standsBackUntil.getOrDefault(session, 0L) > millis
            || (!region.health.isAway() && region.retryAt.getOrDefault(session, 0L) > millis);
    if (!waits && region.health.mayCall(session, at())) {
      call(region, head);
    }
  }

  private boolean isToRelease(Region region, SessionId session) {
    return region.health.releasesAt(session).filter(time -> at().isAtOrAfter(time)).isPresent();
  }

  private void call(Region region, Letter head) {
    if (!region.name.equals(owners.put(head.session, region.name))) {
      tokens.merge(head.session, 1, Integer::sum);
      head.failed = head.failed.newlyClaimed();
    }
    List<Object> given =
        List.of(head.name(), tokens.getOrDefault(head.session, 0), head.failed.all());
    if (!attempts.add(given)) {
      throw new AssertionError("Token and attempt were given twice: " + given);
    }
    region.health.begins(head.session);
    region.calls.put(
        head.session,
        new Call(millis + callMillis, head, at(), handler.answer(region.name, millis, head)));
  }

  private void ends(Region region, Call call) {
    Letter letter = call.letter();
    if (call.answer().isEmpty()) {
      region.health.endedWell(call.ended(), at());
      end(letter, false);
      return;
    }
    FailureKind kind = call.answer().get();
    CallJudgement judgement = region.health.failed(call.ended(), kind, "it failed", at());
    letter.failed = letter.failed.failedOnceMore(judgement.counted(), wall());
    if (judgement.isBelieved() || letter.failed.isUsedUp(LIMIT, 0, wall())) {
      end(letter, true);
      return;
    }
    double backOff = Math.min(30_000, 200 * Math.pow(2, letter.failed.all() - 1.0));
    region.retryAt.put(
        letter.session, millis + Math.round(backOff * (0.8 + 0.4 * random.nextDouble())));
    if (judgement.givesBack()) {
      owners.remove(letter.session);
      region.standsBackUntil.put(letter.session, millis + 2_000);
    }
  }

  private void end(Letter letter, boolean isDead) {
    letter.endedAt = millis;
    letter.isDead = isDead;
    heads.merge(letter.session, 1, Integer::sum);
  }

  private @Nullable Letter head(Region region, SessionId session) {
    List<Letter> queue = queues.getOrDefault(session, List.of());
    int next = heads.getOrDefault(session, 0);
    if (next >= queue.size()) {
      return null;
    }
    Letter letter = queue.get(next);
    boolean isHome = (session.value().hashCode() & 1) == (region.name.equals("east") ? 0 : 1);
    return millis >= letter.sentAt + (isHome ? 0 : STANDBY) ? letter : null;
  }

  private MonotonicTime at() {
    return new MonotonicTime(millis * 1_000_000);
  }

  private Instant wall() {
    return Instant.ofEpochMilli(millis);
  }
}
