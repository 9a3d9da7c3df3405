package io.twinbus.simulation;

/**
 * How the way to the ledger treats operations, in percent of them.
 *
 * @param lostRequest never arrives
 * @param lostReply is applied, and its reply lost
 * @param landsLate is answered as unknown, and applied seconds later
 * @param slow arrives and answers slowly
 */
record LedgerWeather(double lostRequest, double lostReply, double landsLate, double slow) {

  static final LedgerWeather CALM = new LedgerWeather(0, 0, 0, 0);
  static final LedgerWeather ROUGH = new LedgerWeather(1, 2, 3, 3);
  static final LedgerWeather STORM = new LedgerWeather(5, 10, 12, 8);
}
