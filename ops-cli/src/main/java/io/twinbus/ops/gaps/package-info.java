/** Gaps: what regions wait for, and passing over it. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.gaps;
