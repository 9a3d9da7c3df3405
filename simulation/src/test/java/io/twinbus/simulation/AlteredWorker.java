package io.twinbus.simulation;

import io.twinbus.receiver.session.worker.SessionWorker;

/** A worker with a bug in what it hears or says; what it leaves when it dies is the real one's. */
abstract class AlteredWorker implements Worker {

  final Worker real;

  AlteredWorker(Worker real) {
    this.real = real;
  }

  @Override
  public SessionWorker.Remains remains() {
    return real.remains();
  }
}
