package io.twinbus.ops.servicebus;

import io.twinbus.protocol.RegionName;

/** A region's broker does not do what it was asked; the message is one sentence. */
public final class RegionUnreachableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RegionUnreachableException(RegionName region, String why, Throwable cause) {
    super("Region %s does not answer (%s).".formatted(region, why), cause);
  }
}
