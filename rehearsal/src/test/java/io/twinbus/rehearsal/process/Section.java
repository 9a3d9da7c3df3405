package io.twinbus.rehearsal.process;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;

/** The test of a section of docs/runbook.md. */
@Test
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Section {

  /** The section's heading. */
  String value();
}
