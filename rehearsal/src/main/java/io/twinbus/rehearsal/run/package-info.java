/**
 * One frame for every run of the whole system: start, feed, strike, settle, judge, report, and
 * close in order.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.run;
