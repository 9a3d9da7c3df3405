/** The ports to the regions: links that carry batches out, and sources that bring replies in. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.link;
