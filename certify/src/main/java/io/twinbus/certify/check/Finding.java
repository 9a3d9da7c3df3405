package io.twinbus.certify.check;

/**
 * The judgement of one check. Immutable.
 *
 * @param sentence what was seen, or why nothing was
 */
public record Finding(Grade grade, String sentence) {

  /** How a check ended. */
  public enum Grade {
    /** The service does what is assumed. */
    HOLDS,
    /** The service does otherwise: a promise falls. */
    BROKEN,
    /** Nothing is known: a right is missing, or no answer came. */
    NOT_RUN;

    /** Its name for people. */
    public String words() {
      return name().replace('_', ' ');
    }
  }

  /** The assumption holds. */
  public static Finding holds(String sentence) {
    return new Finding(Grade.HOLDS, sentence);
  }

  /** The assumption is broken. */
  public static Finding broken(String sentence) {
    return new Finding(Grade.BROKEN, sentence);
  }

  /** The assumption could not be tried. */
  public static Finding notRun(String sentence) {
    return new Finding(Grade.NOT_RUN, sentence);
  }
}
