package io.twinbus.testkit.spring;

import io.twinbus.testkit.system.Twinbus;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/** Ends the faults that a test has left behind. */
final class HealAfterEachTest implements TestExecutionListener {

  @Override
  public void afterTestExecution(TestContext test) {
    test.getApplicationContext().getBean(Twinbus.class).heal();
  }
}
