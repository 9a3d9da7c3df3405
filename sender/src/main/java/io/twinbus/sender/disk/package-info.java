/** The journal on a disk. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.disk;
