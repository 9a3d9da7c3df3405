package io.twinbus.sender.request;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.sender.Sender;
import io.twinbus.sender.link.ReplySources;
import io.twinbus.sender.servicebus.ServiceBusReplies;
import java.util.UUID;

/** Builds a request client; not thread-safe. */
public final class RequestClientBuilder {

  /** The default reply queue. */
  public static final String DEFAULT_REPLY_QUEUE = "replies";

  private static final int MOST_OUTSTANDING = 1_000_000;

  final Sender sender;
  final ClusterSettings cluster;
  String replyQueue = DEFAULT_REPLY_QUEUE;
  int maxOutstanding = 1_000;
  SessionId session = new SessionId(UUID.randomUUID().toString());
  ReplySources sources = ServiceBusReplies.withDefaultCredential();

  RequestClientBuilder(Sender sender, ClusterSettings cluster) {
    this.sender = sender;
    this.cluster = cluster;
  }

  /**
   * Sets the queue for replies, which has sessions and has the same name in every region. Default
   * {@value #DEFAULT_REPLY_QUEUE}.
   */
  public RequestClientBuilder replyQueue(String value) {
    replyQueue = value;
    return this;
  }

  /**
   * Sets how many requests may wait for replies; the next one ends as {@link
   * RequestOutcome.TooMany}; 1 to 1,000,000. Default 1,000.
   */
  public RequestClientBuilder maxOutstanding(int value) {
    maxOutstanding = value;
    return this;
  }

  /**
   * Sets how replies are received. Default: from Service Bus, with each region's connection string,
   * or with its namespace and the default Azure credential.
   */
  public RequestClientBuilder sources(ReplySources value) {
    sources = value;
    return this;
  }

  /**
   * Builds the client. It connects in the background, so a region that is down does not fail this
   * call.
   *
   * @throws InvalidSettingException with one sentence for the first value out of its range
   */
  public RequestClient build() {
    if (replyQueue.isBlank()) {
      throw new InvalidSettingException("The reply queue's name is empty: give the queue's name.");
    }
    if (maxOutstanding < 1 || maxOutstanding > MOST_OUTSTANDING) {
      throw new InvalidSettingException(
          "The most outstanding requests are %d: give a number from 1 to %d."
              .formatted(maxOutstanding, MOST_OUTSTANDING));
    }
    return new RequestClient(this);
  }
}
