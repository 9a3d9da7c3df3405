/** Regions and instances, and the planned switch-over between regions. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.regions;
