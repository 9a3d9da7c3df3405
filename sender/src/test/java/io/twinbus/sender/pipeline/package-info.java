/** Tests of the parts of the lanes that have no face outside. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.pipeline;
