package io.twinbus.proving.endurance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.output.Table;
import java.util.List;

/** What came of a run, whatever it lived through. */
interface EnduranceOutcome {

  /** What became of the messages. */
  Verdict verdict();

  /** A sentence for each thing that is not as it must be; empty: passed. */
  List<String> objections();

  /** What it lived through, and how. */
  Table table();

  /** The same for machines. */
  ObjectNode json();
}
