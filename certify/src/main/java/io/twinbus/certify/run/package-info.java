/** How a run of checks goes: what it makes and removes, how fast it goes, what it costs. */
@org.jspecify.annotations.NullMarked
package io.twinbus.certify.run;
