package io.twinbus.rehearsal.demo;

import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Gate;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.stack.RunFiles;
import io.twinbus.rehearsal.terminal.StatusLine;

/**
 * What a demo plays on: files, children, the outside system and the status line.
 *
 * @param files the directory of the run
 * @param children the processes that it starts
 * @param outside the outside system
 * @param status the line that shows how far it has come
 */
record Stage(RunFiles files, Children children, Outside outside, StatusLine status) {

  /** The outside system: its server, its memory, and the gate that holds its answers back. */
  record Outside(Sink sink, EffectLog log, Gate gate) {}

  Sink sink() {
    return outside.sink();
  }

  EffectLog log() {
    return outside.log();
  }

  Gate gate() {
    return outside.gate();
  }
}
