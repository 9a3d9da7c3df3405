package io.twinbus.receiver.session.state;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerFact;
import java.util.function.Consumer;

/** Operations on a session's record, as effects. */
public final class SessionOperations implements RecordWriter.Operations<SessionRecord> {

  private final Consumer<WorkerEffect> effects;

  private SessionOperations(Consumer<WorkerEffect> effects) {
    this.effects = effects;
  }

  /** A writer of a session's record that asks for {@code effects}. */
  public static RecordWriter<SessionRecord> writer(Consumer<WorkerEffect> effects) {
    return new RecordWriter<>(new SessionOperations(effects));
  }

  @Override
  public void read() {
    effects.accept(new WorkerEffect.ReadRecord());
  }

  @Override
  public void create(SessionRecord record) {
    effects.accept(new WorkerEffect.Create(record));
  }

  @Override
  public void replace(SessionRecord record, Version over) {
    effects.accept(new WorkerEffect.Replace(record, over));
  }

  @Override
  public void unknown(String why) {
    effects.accept(new WorkerEffect.Report(new WorkerFact.WriteUnknown(why)));
  }

  @Override
  public void contradicted(int times) {
    effects.accept(new WorkerEffect.Report(WorkerFact.Stuck.contradicted("its record", times)));
  }
}
