package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.access.Gatekeeper;
import io.twinbus.local.servicebus.access.Permits;
import java.nio.charset.StandardCharsets;
import org.apache.qpid.proton.engine.Sasl;
import org.apache.qpid.proton.engine.SaslListener;
import org.apache.qpid.proton.engine.Transport;

/**
 * The way in to a connection: PLAIN with the key's name and the key opens the whole namespace, as
 * JMS clients do it; every other mechanism opens nothing, and tokens follow on {@code $cbs}.
 */
final class SaslEntrance implements SaslListener {
  static final String[] MECHANISMS = {"MSSBCBS", "PLAIN", "ANONYMOUS", "EXTERNAL"};

  private static final String PLAIN = "PLAIN";

  private final Gatekeeper gatekeeper;
  private final Permits permits;
  private boolean refused;

  SaslEntrance(Gatekeeper gatekeeper, Permits permits) {
    this.gatekeeper = gatekeeper;
    this.permits = permits;
  }

  @Override
  public void onSaslInit(Sasl sasl, Transport transport) {
    String[] chosen = sasl.getRemoteMechanisms();
    if (chosen.length == 0 || !chosen[0].equals(PLAIN)) {
      sasl.done(Sasl.SaslOutcome.PN_SASL_OK);
      return;
    }
    byte[] response = new byte[Math.max(0, sasl.pending())];
    sasl.recv(response, 0, response.length);
    // An authorization id that nobody uses, the name, the password.
    String[] parts = new String(response, StandardCharsets.UTF_8).split("\0", -1);
    if (parts.length == 3 && gatekeeper.knows(parts[1], parts[2])) {
      permits.addNamespace();
      sasl.done(Sasl.SaslOutcome.PN_SASL_OK);
    } else {
      refused = true;
      sasl.done(Sasl.SaslOutcome.PN_SASL_AUTH);
    }
  }

  /** Whether the client brought a wrong key: it is told so, and nothing more is heard from it. */
  boolean refused() {
    return refused;
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
