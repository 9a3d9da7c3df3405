/**
 * The running stand-in for one namespace: started, changed, broken on demand and closed from Java.
 */
@NullMarked
package io.twinbus.local.servicebus.endpoint;

import org.jspecify.annotations.NullMarked;
