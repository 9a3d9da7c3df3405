package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.statistics.RegionStatistics;
import java.util.EnumMap;

/** The state of one region that all lanes share: its breaker, its bounds and its counters. */
final class RegionState {

  /** The smallest limit of any Service Bus link; used until the link tells its own. */
  private static final int SMALLEST_LIMIT = 256 * 1024;

  /** The service refuses larger batches, even where single messages may be larger. */
  private static final int MAX_BATCH_BYTES = 1024 * 1024;

  private final int index;
  private final RegionName name;
  private final Breaker breaker;
  private final LaggingCopies lagging;
  private final EnumMap<GiveUpReason, Long> gaveUp = new EnumMap<>(GiveUpReason.class);
  private final CatchUp catchUp;
  private int messageLimit = SMALLEST_LIMIT;
  private boolean limitKnown;
  private final ByteBudget hastening;
  private long lacking;
  private long accepted;
  private long pending;
  private long batches;
  private long unknown;
  private long hastened;

  RegionState(int index, RegionName name, SenderSettings settings) {
    this.index = index;
    this.name = name;
    this.breaker =
        new Breaker(settings.regionTimeBudget().dividedBy(2), settings.retryBackoffMax());
    this.lagging = new LaggingCopies(settings.maxWaitingMessages(), settings.maxWaitingBytes());
    this.catchUp = new CatchUp(settings.maxWaitingBytes() / 2);
    this.hastening = new ByteBudget(settings.maxHastenedBytes());
  }

  int index() {
    return index;
  }

  RegionName name() {
    return name;
  }

  Breaker breaker() {
    return breaker;
  }

  LaggingCopies lagging() {
    return lagging;
  }

  /** How far the region has caught up with the journal. */
  CatchUp catchUp() {
    return catchUp;
  }

  /** The bytes of the copies that are kept to be hastened. */
  ByteBudget hastening() {
    return hastening;
  }

  int maxBatchBytes() {
    return Math.min(messageLimit, MAX_BATCH_BYTES);
  }

  /** The link takes messages of up to {@code bytes}. */
  void limit(int bytes) {
    messageLimit = bytes;
    limitKnown = true;
  }

  /** The largest message that the link takes; until the link has told it, what any link takes. */
  int messageLimit() {
    return messageLimit;
  }

  boolean isLimitKnown() {
    return limitKnown;
  }

  /** Copies given up of messages that another region has. */
  long lacking() {
    return lacking;
  }

  void countLacking() {
    lacking++;
  }

  RegionCopy copyOf(PendingMessage pending) {
    return pending.copy(index);
  }

  void countOffered() {
    pending++;
  }

  void countOwed(long copies) {
    pending += copies;
  }

  void countBatch() {
    batches++;
  }

  void countUnknown() {
    unknown++;
  }

  void countHastened(int messages) {
    hastened += messages;
  }

  void countAccepted() {
    accepted++;
    pending--;
  }

  void countGaveUp(GiveUpReason reason) {
    gaveUp.merge(reason, 1L, Long::sum);
    pending--;
  }

  RegionStatistics statistics(long deepestLane) {
    return new RegionStatistics(
        accepted,
        gaveUp.getOrDefault(GiveUpReason.REFUSED, 0L),
        gaveUp.getOrDefault(GiveUpReason.TIMED_OUT, 0L),
        gaveUp.getOrDefault(GiveUpReason.SHED, 0L),
        gaveUp.getOrDefault(GiveUpReason.HELD_BACK, 0L),
        gaveUp.getOrDefault(GiveUpReason.CLOSED, 0L),
        pending,
        deepestLane,
        batches,
        unknown,
        hastened,
        breaker.state());
  }
}
