/** Tests of the shells that are not part of the API. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.runtime;
