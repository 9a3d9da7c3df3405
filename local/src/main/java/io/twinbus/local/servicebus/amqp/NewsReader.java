package io.twinbus.local.servicebus.amqp;

/** A link's end that the broker tells things to, and that acts on them at the end of the turn. */
interface NewsReader {
  AmqpConnection connection();

  void actOnNews();
}
