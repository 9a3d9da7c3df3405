package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.access.Permits;
import io.twinbus.local.servicebus.broker.LinkedClient;
import io.twinbus.local.servicebus.faults.Occasion;
import java.util.Optional;
import org.apache.qpid.proton.message.Message;

/**
 * A node whose requests need a claim to its entity when they are made.
 *
 * <p>Its links need none: the rule managers of SDKs before 7.17.20 attach them before they bring
 * their token.
 */
final class ClaimedNode implements RequestNode {
  private final RequestNode node;
  private final Permits permits;
  private final String path;
  private final ErrorTexts errors;

  ClaimedNode(RequestNode node, Permits permits, String path, ErrorTexts errors) {
    this.node = node;
    this.permits = permits;
    this.path = path;
    this.errors = errors;
  }

  @Override
  public Reply answer(Message request) {
    return permits.allow(path)
        ? node.answer(request)
        : Reply.failed(errors.unauthorized("Listen", path));
  }

  @Override
  public Optional<Occasion> occasion(Message request) {
    return node.occasion(request);
  }

  @Override
  public void loseLocks(Message request) {
    if (permits.allow(path)) {
      node.loseLocks(request);
    }
  }

  @Override
  public void linked(LinkedClient client) {
    node.linked(client);
  }

  @Override
  public void unlinked(LinkedClient client) {
    node.unlinked(client);
  }
}
