package io.twinbus.local.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A fault of single Service Bus operations as it travels to the control endpoint.
 *
 * @param operation such as {@code complete} or {@code renew-lock}, several with commas between
 *     them, or {@code any}
 * @param point {@code before} or {@code after} the commit
 * @param action {@code drop}, {@code hang}, {@code detach}, {@code close}, {@code lose-lock},
 *     {@code lose}, {@code keep}, {@code scramble}, or an error such as {@code server-busy}
 * @param entity the queue, topic or subscription that it is confined to; null: all
 * @param session the session that it is confined to; null: all
 * @param times how often it strikes; null: once, or until it is ended if there is a probability or
 *     the action is {@code keep} or {@code scramble}
 * @param probability above 0 and up to 1; null: always
 * @param seed of its draws; null: 1
 * @param windowMillis of {@code scramble}; null: 0, those due at the same moment
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RegionFault(
    String operation,
    String point,
    String action,
    @Nullable String entity,
    @Nullable String session,
    @Nullable Integer times,
    @Nullable Double probability,
    @Nullable Long seed,
    @Nullable Integer windowMillis) {

  /** Once: this happens instead of the operation. */
  public static RegionFault before(String operation, String action) {
    return new RegionFault(operation, "before", action, null, null, null, null, null, null);
  }

  /** Once: the operation takes place, and this happens instead of its answer. */
  public static RegionFault after(String operation, String action) {
    return new RegionFault(operation, "after", action, null, null, null, null, null, null);
  }

  /** Until it is ended: scheduled messages of one window become visible in a random order. */
  public static RegionFault scramble(int windowMillis, long seed) {
    return new RegionFault(
        "activate", "before", "scramble", null, null, null, null, seed, windowMillis);
  }

  /** The same fault, confined to an entity, and to one of its sessions if one is given. */
  public RegionFault in(String where, @Nullable String whose) {
    return new RegionFault(
        operation, point, action, where, whose, times, probability, seed, windowMillis);
  }

  /** The same fault, striking so often at most. */
  public RegionFault times(int count) {
    return new RegionFault(
        operation, point, action, entity, session, count, probability, seed, windowMillis);
  }

  /** The same fault, striking with this chance, drawn from this seed. */
  public RegionFault withProbability(double chance, long from) {
    return new RegionFault(
        operation, point, action, entity, session, times, chance, from, windowMillis);
  }
}
