package io.twinbus.testkit.micronaut;

import io.micronaut.context.annotation.Requires;
import io.micronaut.test.context.TestContext;
import io.micronaut.test.context.TestExecutionListener;
import io.twinbus.testkit.system.Twinbus;
import jakarta.inject.Singleton;

/** Ends the faults that a test has left behind; and has the system started before the first one. */
@Singleton
@Requires(env = TwinbusTest.ENVIRONMENT)
final class HealAfterEach implements TestExecutionListener {

  private final Twinbus twinbus;

  HealAfterEach(Twinbus twinbus) {
    this.twinbus = twinbus;
  }

  @Override
  public void afterTestExecution(TestContext test) {
    twinbus.heal();
  }
}
