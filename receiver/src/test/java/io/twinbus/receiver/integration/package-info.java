/** Tests through the real SDKs, against the local stack. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.integration;
