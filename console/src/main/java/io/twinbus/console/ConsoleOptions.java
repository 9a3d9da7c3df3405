package io.twinbus.console;

import java.util.List;

/**
 * How a console is to be started.
 *
 * <p>Immutable and thread-safe.
 *
 * @param port its port; 0: any free one
 * @param configuration the options that name the configuration to its commands; empty: the
 *     environment alone
 * @param access who can reach it, and what they may do
 */
public record ConsoleOptions(int port, List<String> configuration, ConsoleAccess access) {

  /** The port where none is named. */
  public static final int DEFAULT_PORT = 7100;

  /** Copies {@code configuration}. */
  public ConsoleOptions {
    configuration = List.copyOf(configuration);
  }
}
