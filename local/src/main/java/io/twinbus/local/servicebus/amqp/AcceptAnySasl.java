package io.twinbus.local.servicebus.amqp;

import org.apache.qpid.proton.engine.Sasl;
import org.apache.qpid.proton.engine.SaslListener;
import org.apache.qpid.proton.engine.Transport;

/** Lets every mechanism pass: who may do what is decided by the token put on {@code $cbs}. */
final class AcceptAnySasl implements SaslListener {

  @Override
  public void onSaslInit(Sasl sasl, Transport transport) {
    sasl.done(Sasl.SaslOutcome.PN_SASL_OK);
  }

  @Override
  public void onSaslMechanisms(Sasl sasl, Transport transport) {}

  @Override
  public void onSaslChallenge(Sasl sasl, Transport transport) {}

  @Override
  public void onSaslResponse(Sasl sasl, Transport transport) {}

  @Override
  public void onSaslOutcome(Sasl sasl, Transport transport) {}
}
