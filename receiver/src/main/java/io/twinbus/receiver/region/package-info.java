/** The receiver of one region, put together from settings, for applications that embed it. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.region;
