package io.twinbus.certify.check;

/**
 * Tries one assumption: {@link #observe} asks the service, {@link #judge} decides without it.
 * Implementations have no state.
 *
 * @param <B> the bench on which it is tried
 * @param <O> what is observed
 */
public interface Check<B, O> {

  /** What it tries. */
  Assumption assumption();

  /**
   * Asks the service; blocks.
   *
   * @throws Exception when no answer came that could be judged
   */
  O observe(B bench) throws Exception;

  /** What the observation says of the assumption; pure. */
  Finding judge(O seen);

  /**
   * This check on {@code bench} as something that can be run.
   *
   * @param place where it is tried: a region, or the ledger
   */
  default Trial on(String place, B bench) {
    return new Trial(assumption(), place, () -> judge(observe(bench)));
  }

  /** This check where it cannot be tried, for the reason {@code why}. */
  default Trial impossible(String place, String why) {
    return new Trial(assumption(), place, () -> Finding.notRun(why));
  }
}
