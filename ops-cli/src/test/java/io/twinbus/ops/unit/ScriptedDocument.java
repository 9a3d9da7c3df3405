package io.twinbus.ops.unit;

import io.twinbus.ledger.LedgerDocument;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One document with conditional writes, whose answers can get lost, and which another writer
 * changes at the moment of a write.
 *
 * @param <R> the document
 */
final class ScriptedDocument<R extends LedgerDocument> {

  private final List<WriteId> issued = new ArrayList<>();
  private @Nullable R document;
  private int version = 1;
  private int toLose;
  private boolean landsUnheard;
  private Optional<UnaryOperator<R>> other = Optional.empty();

  /** A document that is there; null: it is not. */
  ScriptedDocument(@Nullable R document) {
    this.document = document;
  }

  /** The next {@code writes} are lost on the way. */
  ScriptedDocument<R> lose(int writes) {
    toLose = writes;
    return this;
  }

  /** The first write lands, and its answer is lost. */
  ScriptedDocument<R> landUnheard() {
    landsUnheard = true;
    return this;
  }

  /**
   * Another writer is faster than the first write, or than the next one after a write that landed
   * unheard. What it writes has a stamp of its own.
   */
  ScriptedDocument<R> meanwhile(UnaryOperator<R> write) {
    other = Optional.of(write);
    return this;
  }

  /** The document as it stands. */
  R document() {
    return Objects.requireNonNull(document);
  }

  /** The write ids, one for each time that a write was issued. */
  List<WriteId> issued() {
    return List.copyOf(issued);
  }

  ReadOutcome<R> read() {
    R found = document;
    return found == null
        ? new ReadOutcome.Absent<>()
        : new ReadOutcome.Found<>(found, new Version("" + version));
  }

  WriteOutcome create(R wanted) {
    return write(wanted, document == null);
  }

  WriteOutcome replace(R wanted, Version over) {
    return write(wanted, over.etag().equals("" + version));
  }

  private WriteOutcome write(R wanted, boolean isOver) {
    issued.add(wanted.stamp().writeId());
    if (toLose > 0) {
      toLose--;
      return new WriteOutcome.Unknown("the wire was cut");
    }
    if (landsUnheard) {
      landsUnheard = false;
      put(wanted);
      return new WriteOutcome.Unknown("no answer");
    }
    boolean isFirst = other.isEmpty();
    other.ifPresent(write -> put(write.apply(document())));
    other = Optional.empty();
    if (!isOver || !isFirst) {
      return new WriteOutcome.Conflict();
    }
    put(wanted);
    return new WriteOutcome.Written(new Version("" + version));
  }

  private void put(R next) {
    document = next;
    version++;
  }
}
