package io.twinbus.certify;

import io.twinbus.ops.command.CommonOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Where a person is asked. Immutable.
 *
 * @param isThere whether there is one
 * @param answers what the person types, opened when something is asked
 */
public record Terminal(BooleanSupplier isThere, Supplier<BufferedReader> answers) {

  /** The one in which the command was typed. */
  public static Terminal ofThisMachine() {
    return new Terminal(
        CommonOptions::isTerminal,
        () -> new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())));
  }
}
