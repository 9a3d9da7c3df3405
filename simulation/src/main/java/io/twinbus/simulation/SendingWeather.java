package io.twinbus.simulation;

/**
 * How the way from producers to a region treats batches, in percent of them.
 *
 * @param refused is refused for the moment
 * @param lostRequest never arrives, and nobody says so
 * @param lostReply is taken, and its answer lost
 * @param landsLate is given up by the link, and taken seconds later
 * @param slow arrives and is answered slowly
 */
record SendingWeather(
    double refused, double lostRequest, double lostReply, double landsLate, double slow) {

  static final SendingWeather CALM = new SendingWeather(0, 0, 0, 0, 0);
  static final SendingWeather ROUGH = new SendingWeather(2, 2, 3, 2, 3);
  static final SendingWeather STORM = new SendingWeather(8, 8, 12, 10, 10);
}
