package io.twinbus.simulation;

/**
 * How handlers behave, in percent of the calls; the rest is prompt.
 *
 * @param slow takes up to nine seconds
 * @param fails asks for a retry, with or without having taken effect, or breaks off in mid-call
 * @param condemns asks for a dead letter
 * @param hangs returns only when it is cancelled
 * @param stubborn returns after tens of seconds, cancelled or not
 */
record HandlerTemper(double slow, double fails, double condemns, double hangs, double stubborn) {

  static final HandlerTemper GOOD = new HandlerTemper(0, 0, 0, 0, 0);
  static final HandlerTemper MIXED = new HandlerTemper(8, 8, 1, 3, 2);
}
