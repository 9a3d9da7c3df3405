package io.twinbus.simulation;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The bug that a worker does not see that a message was taken under a later claim than its own: as
 * without that rule, it takes it, and the token on record stands.
 */
final class UnseenTokens extends AlteredWorker {

  private final Map<MessageKey, Long> unseen = new HashMap<>();
  private long token = Long.MAX_VALUE;

  UnseenTokens(SessionCore real) {
    super(real);
  }

  @Override
  List<WorkerEffect> on(WorkerEvent event, Now now) {
    List<WorkerEffect> effects = new ArrayList<>();
    for (WorkerEffect effect : said(heard(event), now)) {
      effects.add(done(effect));
    }
    return effects;
  }

  private WorkerEvent heard(WorkerEvent event) {
    if (event instanceof WorkerEvent.MessageRead read
        && read.outcome() instanceof ReadOutcome.Found<MessageRecord> found
        && found.record().content() instanceof MessageContent.Open open
        && open.owner() != null
        && open.token() > token) {
      unseen.put(read.key(), open.token());
      return new WorkerEvent.MessageRead(
          read.key(), new ReadOutcome.Found<>(under(found.record(), open, token), found.version()));
    }
    return event;
  }

  private WorkerEffect done(WorkerEffect effect) {
    if (effect instanceof WorkerEffect.Create create) {
      claimed(create.record());
    } else if (effect instanceof WorkerEffect.Replace replace) {
      claimed(replace.record());
    } else if (effect instanceof WorkerEffect.ReplaceMessage replace
        && replace.record().content() instanceof MessageContent.Open open
        && open.owner() != null) {
      long known = unseen.getOrDefault(open.key(), 0L);
      return known > open.token()
          ? new WorkerEffect.ReplaceMessage(under(replace.record(), open, known), replace.version())
          : effect;
    }
    return effect;
  }

  private void claimed(SessionRecord record) {
    Owner owner = record.custody().owner();
    if (owner != null && remains().claims().contains(owner.claim())) {
      token = record.token();
    }
  }

  private static MessageRecord under(MessageRecord record, MessageContent.Open open, long token) {
    return new MessageRecord(
        record.session(),
        open.takenBy(Objects.requireNonNull(open.owner()), token, open.tries()),
        record.stamp());
  }
}
