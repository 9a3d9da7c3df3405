/** What a run found, for terminals, programs and browsers. */
@org.jspecify.annotations.NullMarked
package io.twinbus.certify.report;
