package io.twinbus.local.unit;

import io.twinbus.local.servicebus.broker.Attachment;
import io.twinbus.local.servicebus.broker.Consumer;
import io.twinbus.local.servicebus.broker.Session;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.util.ArrayList;
import java.util.List;

/** A consumer that remembers what the broker told it. */
final class RecordingConsumer implements Consumer {
  private final List<String> heard = new ArrayList<>();
  private final List<Attachment> granted = new ArrayList<>();

  List<String> heard() {
    return heard;
  }

  Attachment attachment() {
    return granted.get(granted.size() - 1);
  }

  @Override
  public void messagesReady() {
    heard.add("ready");
  }

  @Override
  public void sessionGranted(Attachment attachment) {
    granted.add(attachment);
    Session session = attachment.session();
    heard.add("granted " + (session == null ? "" : session.id()));
  }

  @Override
  public void acceptTimedOut() {
    heard.add("timed out");
  }

  @Override
  public void detached(Refusal why) {
    heard.add(why == Refusal.SESSION_LOCK_LOST ? "lock lost" : "detached: " + why);
  }
}
