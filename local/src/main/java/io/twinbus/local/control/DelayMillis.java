package io.twinbus.local.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.twinbus.local.network.Delay;
import io.twinbus.local.network.Latency;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The delays of an endpoint as they travel to and from the control endpoint, in milliseconds, each
 * 0 to 60000.
 *
 * @param millis in both directions, unless {@code toServer} or {@code toClient} says otherwise;
 *     null: 0
 * @param jitter up to so much more in both directions, unless said otherwise; null: 0
 * @param seed of the jitter; null: 0
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DelayMillis(
    @Nullable Integer millis,
    @Nullable Integer jitter,
    @Nullable Integer toServer,
    @Nullable Integer toServerJitter,
    @Nullable Integer toClient,
    @Nullable Integer toClientJitter,
    @Nullable Long seed) {

  /** The same in both directions. */
  public static DelayMillis eachWay(int millis, int jitter, long seed) {
    return new DelayMillis(millis, jitter, null, null, null, null, seed);
  }

  /** Delays without jitter, each direction its own. */
  public static DelayMillis ofDirections(int toServer, int toClient) {
    return new DelayMillis(null, null, toServer, null, toClient, null, null);
  }

  static DelayMillis of(Latency latency) {
    return new DelayMillis(
        null,
        null,
        (int) latency.toServer().base().toMillis(),
        (int) latency.toServer().jitter().toMillis(),
        (int) latency.toClient().base().toMillis(),
        (int) latency.toClient().jitter().toMillis(),
        latency.seed());
  }

  Latency latency() {
    return new Latency(
        delay(toServer, toServerJitter), delay(toClient, toClientJitter), seed == null ? 0 : seed);
  }

  private Delay delay(@Nullable Integer own, @Nullable Integer ownJitter) {
    return new Delay(first(own, millis), first(ownJitter, jitter));
  }

  private static Duration first(@Nullable Integer own, @Nullable Integer both) {
    Integer said = own == null ? both : own;
    return Duration.ofMillis(said == null ? 0 : said);
  }
}
