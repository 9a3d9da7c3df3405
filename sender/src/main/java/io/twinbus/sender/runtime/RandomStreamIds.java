package io.twinbus.sender.runtime;

import io.twinbus.protocol.StreamId;
import java.util.Base64;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Draws names of streams from 96 random bits, so that no two senders draw the same.
 *
 * <p>As thread-safe as the random generator.
 */
public final class RandomStreamIds implements Supplier<StreamId> {

  private static final int BYTES = 12;

  private final RandomGenerator random;

  /**
   * Draws names from {@code random}, which is a {@link java.security.SecureRandom} in production.
   */
  public RandomStreamIds(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public StreamId get() {
    byte[] bits = new byte[BYTES];
    random.nextBytes(bits);
    return new StreamId(Base64.getUrlEncoder().withoutPadding().encodeToString(bits));
  }
}
