package io.twinbus.receiver.region;

/** The queue or subscription is set up so that the promises cannot be kept. */
public final class EntityRefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  EntityRefusedException(String sentence) {
    super(sentence);
  }
}
