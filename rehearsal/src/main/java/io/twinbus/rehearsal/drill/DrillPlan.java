package io.twinbus.rehearsal.drill;

import io.twinbus.rehearsal.input.FieldNames;
import io.twinbus.rehearsal.input.MessageBatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a drill is to do, checked before anything is started.
 *
 * @param input what to send, evenly over the drill's length
 * @param fields where a line of the input holds session and id
 * @param chaos how long, and which faults
 * @param crew how many processes
 * @param applied where to write every effect, if anywhere
 */
public record DrillPlan(
    MessageBatch input, FieldNames fields, Chaos chaos, Crew crew, Optional<Path> applied) {

  /** What a drill may take beyond its length: starting, draining, judging. */
  public static final Duration BEYOND = Duration.ofMinutes(3);

  /**
   * For how long faults strike, and which.
   *
   * @param length from the moment on when all producers send; less where starting them took long
   * @param seed the same seed strikes the same faults at the same times
   */
  public record Chaos(Duration length, long seed) {}

  /**
   * How many processes take part beside the local stack.
   *
   * @param producers of which the first is never killed
   * @param receiversPerRegion in each of two regions
   */
  public record Crew(int producers, int receiversPerRegion) {}
}
