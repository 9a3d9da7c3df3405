/** Tests of what stays on the disk. */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.storage;
