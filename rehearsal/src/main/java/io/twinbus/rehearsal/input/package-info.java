/** Where the messages of a run come from: a file, a git history or a generator. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.input;
