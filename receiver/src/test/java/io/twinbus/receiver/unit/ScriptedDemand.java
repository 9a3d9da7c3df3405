package io.twinbus.receiver.unit;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.session.SessionDemand;

/** Who waits, as a test says; nobody does at first, and no claim is kept for long. */
final class ScriptedDemand implements SessionDemand {

  boolean isPressing;
  boolean mayKeep;
  boolean isWanted;

  @Override
  public boolean isPressing() {
    return isPressing;
  }

  @Override
  public boolean mayKeep(SessionId session) {
    return mayKeep;
  }

  @Override
  public boolean isWanted(SessionId session) {
    return isWanted;
  }
}
