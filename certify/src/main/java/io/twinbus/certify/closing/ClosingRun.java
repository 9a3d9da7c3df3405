package io.twinbus.certify.closing;

import io.twinbus.certify.check.Finding;
import io.twinbus.protocol.settings.FlatSettings;

/**
 * Senders and receivers of this build at work for a moment, one of which is killed. Implementations
 * start processes of their own and end them.
 */
@FunctionalInterface
public interface ClosingRun {

  /**
   * Plays it, and judges what took effect. Blocks.
   *
   * @param settings the deployment's, with the queue and the database that the run has made
   * @throws Exception when it could not be played to its end
   */
  Finding play(FlatSettings settings) throws Exception;
}
