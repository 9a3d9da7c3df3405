package io.twinbus.local.servicebus;

/**
 * What the service does and this endpoint refuses, each with the sentence that the client gets.
 *
 * <p>docs/local.md lists them all.
 */
public enum MissingFeature {
  TRANSACTIONS(
      "a transaction, which begins with a link to a coordinator",
      "Transactions are not emulated: a batch is sent as a whole, and each message is settled by"
          + " itself."),
  SEND_VIA(
      "a sender with a transfer destination, which sends via another entity",
      "Sends via another entity are not emulated: send to the queue or topic itself."),
  SELECTORS(
      "a receiver with a filter that is not for sessions, such as a selector of JMS",
      "Filters of receivers are not emulated: give a subscription a rule."),
  BROWSERS(
      "a receiver of distribution mode copy, such as a queue browser of JMS",
      "Queue browsers are not emulated: peek with an SDK of Service Bus."),
  TEMPORARY_QUEUES(
      "a link to a dynamic address, such as a temporary queue of JMS",
      "Temporary queues are not emulated: create a queue with AutoDeleteOnIdle."),
  WEB_SOCKETS(
      "AMQP over web sockets: GET /$servicebus/websocket",
      "AMQP over web sockets is not emulated: connect over TCP, as SDKs do by default."),
  MESSAGES_OVER_HTTP(
      "POST /{entity}/messages and any of /{entity}/messages/head over HTTP",
      "Messages over HTTP are not emulated: send and receive them over AMQP."),
  ENTRA_ID(
      "a token of Microsoft Entra ID, where a key is configured",
      "Entra ID is not emulated: connect with the namespace's key."),
  FORWARDING(
      "ForwardTo or ForwardDeadLetteredMessagesTo of a queue or subscription",
      "Messages are not forwarded here; leave this empty."),
  PARTITIONING(
      "EnablePartitioning or EnableSubscriptionPartitioning of an entity",
      "Partitioned entities are not emulated: leave this away."),
  EXPRESS("EnableExpress of an entity", "Express entities are not emulated: leave this away."),
  ANONYMOUS_ACCESS(
      "IsAnonymousAccessible of an entity", "Anonymous access is not emulated: leave this away."),
  AUTHORIZATION_RULES(
      "AuthorizationRules of an entity",
      "Authorization rules are not emulated: the namespace has one key, which opens everything."),
  USER_METADATA("UserMetadata of an entity", "User metadata are not kept: leave this away."),
  FILTER_PARAMETERS(
      "Parameters of a SQL filter over the management API",
      "Parameters of filters are not read here: write the values into the expression.");

  private final String request;
  private final String sentence;

  MissingFeature(String request, String sentence) {
    this.request = request;
    this.sentence = sentence;
  }

  /** What a client has asked for when it gets the sentence. */
  public String request() {
    return request;
  }

  /** What the client is told. */
  public String sentence() {
    return sentence;
  }

  /**
   * Refuses an entity or a request that needs this.
   *
   * @throws InvalidEndpointSettingException with the sentence
   */
  public void refuseWhere(boolean asked) {
    if (asked) {
      throw new InvalidEndpointSettingException(sentence);
    }
  }
}
