/** Links and reply sources over the Azure SDK: the only package that imports it. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.servicebus;
