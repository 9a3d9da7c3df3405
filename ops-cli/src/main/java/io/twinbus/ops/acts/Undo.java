package io.twinbus.ops.acts;

/**
 * How an operator's act is undone, as its output says it.
 *
 * @param text the command, or that there is none
 */
public record Undo(String text) {

  /** Nothing undoes it. */
  public static final Undo NONE = new Undo("nothing undoes it");

  /** {@code command} undoes it. */
  public static Undo by(String command) {
    return new Undo("twinbus %s --reason … --yes".formatted(command));
  }
}
