package io.twinbus.sender.runtime;

import io.twinbus.protocol.StreamId;
import java.util.Base64;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Draws names of streams that no other sender draws: 96 random bits.
 *
 * <p>As thread-safe as the generator.
 */
public final class RandomStreamIds implements Supplier<StreamId> {

  private static final int BYTES = 12;

  private final RandomGenerator random;

  /** Names drawn from {@code random}: in production a {@link java.security.SecureRandom}. */
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
