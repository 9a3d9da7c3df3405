package io.twinbus.certify.process;

import io.twinbus.certify.CertifyCommand;
import io.twinbus.certify.check.Finding;
import io.twinbus.ops.cli.CommandGroup;
import io.twinbus.ops.cli.CommandGroup.Member;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code certify} with a closing run that goes on until the process is told to end, and then fails
 * as one does whose receivers end with it.
 */
final class StoppedClosing {

  /** What it says when the closing run has begun. */
  static final String PLAYS = "It plays";

  private StoppedClosing() {}

  /** Runs the command in {@code args}. */
  public static void main(String[] args) {
    CertifyCommand command = CertifyCommand.ofThisMachine(Optional.of(StoppedClosing::play));
    System.exit(
        TwinbusCli.with(List.of(CommandGroup.PROVE.of(Member.of("certify", () -> command))))
            .execute(args));
  }

  private static Finding play(FlatSettings settings) throws InterruptedException {
    CountDownLatch ending = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(ending::countDown));
    System.err.println(PLAYS);
    if (!ending.await(4, TimeUnit.MINUTES)) {
      return Finding.broken("Nobody has stopped it.");
    }
    throw new IllegalStateException("The receiver ended by itself with exit code 137.");
  }
}
