@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.endurance;
