/** Request and reply over two regions: the requester's client, and the responder's replies. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.request;
