package io.twinbus.ops.ledger;

import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.ids.RecordedIds;
import java.util.Optional;

/** Audit entries, and questions about them, with ids in the form in which the ledger keeps them. */
final class AuditForm {

  private AuditForm() {}

  /** The entry; where its sentence about the effect names its session or message, so does this. */
  static AuditEntry of(AuditEntry entry, RecordedIds ids) {
    if (!ids.areHashed()) {
      return entry;
    }
    AuditSubject about = entry.about();
    Optional<String> session = session(about.session(), ids);
    Optional<String> message = message(about.message(), ids);
    AuditedAct what = entry.what();
    String effect = replaced(what.effect(), about.session(), session);
    return new AuditEntry(
        entry.id(),
        entry.at(),
        entry.by(),
        new AuditSubject(about.queue(), session, message),
        new AuditedAct(what.kind(), what.reason(), replaced(effect, about.message(), message)));
  }

  /** The question. */
  static AuditFilter of(AuditFilter filter, RecordedIds ids) {
    return new AuditFilter(
        filter.from(),
        filter.to(),
        filter.kind(),
        filter.by(),
        session(filter.session(), ids),
        message(filter.message(), ids));
  }

  private static Optional<String> session(Optional<String> id, RecordedIds ids) {
    return id.map(text -> ids.named(new SessionId(text)).value());
  }

  private static Optional<String> message(Optional<String> id, RecordedIds ids) {
    return id.map(text -> ids.named(new MessageId(text)).value());
  }

  private static String replaced(String text, Optional<String> clear, Optional<String> recorded) {
    return clear.isPresent() && recorded.isPresent()
        ? text.replace(clear.get(), recorded.get())
        : text;
  }
}
