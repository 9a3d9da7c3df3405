/** Request and reply over two regions: the client of the requester, the sender of replies. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.request;
