/**
 * Where data outlives the process: named maps of bytes, kept as a log of changes in a directory.
 * Knows nothing of messages and documents.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.storage;
