package io.twinbus.rehearsal.drill;

import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Gate;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.sink.Upsets;
import io.twinbus.rehearsal.stack.RunFiles;
import io.twinbus.rehearsal.terminal.StatusLine;

/**
 * What a drill plays on: files, children, the outside system and the status line.
 *
 * @param files the directory of the run
 * @param children the processes that it starts
 * @param outside the outside system
 * @param status the line that shows how far it has come
 */
record DrillStage(RunFiles files, Children children, Outside outside, StatusLine status) {

  /**
   * What the configuration of all processes says beside the addresses. A handler is given up soon,
   * so that a short drill sees what becomes of a message whose handler hangs.
   */
  static final String SETTINGS =
      """
        home: by-session
        receiver:
          handler-timeout: 8s
      """;

  /** The outside system: its server, its memory, and what holds or spoils its answers. */
  record Outside(Sink sink, EffectLog log, Gate gate, Upsets upsets) {}

  static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "drill");
    thread.setDaemon(true);
    return thread;
  }

  Sink sink() {
    return outside.sink();
  }

  EffectLog log() {
    return outside.log();
  }

  Gate gate() {
    return outside.gate();
  }

  Upsets upsets() {
    return outside.upsets();
  }
}
