/** What a check is: an assumption, an observation, a judgement. */
@org.jspecify.annotations.NullMarked
package io.twinbus.certify.check;
