package io.twinbus.local.servicebus.access;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** What the tokens of one connection have opened so far. Not thread-safe. */
public final class Permits {
  private static final int MOST = 10_000;

  private final Gatekeeper gatekeeper;
  private final Map<String, Instant> untilByPath = new HashMap<>();

  /** None yet. */
  public Permits(Gatekeeper gatekeeper) {
    this.gatekeeper = gatekeeper;
  }

  /** Keeps what a token opens; a newer one for the same path takes the place of the older. */
  public void add(Verdict.Granted granted) {
    if (untilByPath.size() >= MOST) {
      untilByPath.values().removeIf(until -> !until.isAfter(gatekeeper.now()));
    }
    if (untilByPath.size() < MOST) {
      untilByPath.put(granted.path(), granted.until());
    }
  }

  /** Opens the whole namespace, for as long as the connection lasts. */
  public void addNamespace() {
    add(new Verdict.Granted("", Instant.MAX));
  }

  /** Whether an entity is open to this connection now. */
  public boolean allow(String path) {
    String wanted = EntityPath.of(path);
    Instant now = gatekeeper.now();
    return untilByPath.entrySet().stream()
        .anyMatch(
            permit -> permit.getValue().isAfter(now) && EntityPath.covers(permit.getKey(), wanted));
  }
}
