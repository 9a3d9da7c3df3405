/** The console beside a run, and the report that it leaves. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.show;
