package io.twinbus.local.cli;

import io.twinbus.local.LocalStackBuilder;
import java.util.List;

/**
 * The ports of a local stack.
 *
 * @param firstRegion of the first region, the others follow; 0 means any free one for each
 * @param ledger of the Cosmos DB account; 0 means any free one
 * @param control of the control endpoint; 0 means any free one
 */
public record Ports(int firstRegion, int ledger, int control) {

  private static final int MAX = 65_535;

  /** Any free ones. */
  public static final Ports FREE = new Ports(0, 0, 0);

  /** One after the other: the regions', the ledger's, the control endpoint's. */
  public static Ports from(int first, int regions) {
    return first == 0 ? FREE : new Ports(first, first + regions, first + regions + 1);
  }

  /** Whether all of them are ports, with so many regions. */
  public boolean exist(int regions) {
    return isOne(firstRegion)
        && isOne(firstRegion + regions - 1)
        && isOne(ledger)
        && isOne(control);
  }

  /** Gives them to a stack of these regions. */
  public LocalStackBuilder giveTo(LocalStackBuilder builder, List<String> regions) {
    int next = firstRegion;
    for (String region : regions) {
      builder.regionPort(region, firstRegion == 0 ? 0 : next++);
    }
    return builder.ledgerPort(ledger).controlPort(control);
  }

  private static boolean isOne(int port) {
    return port >= 0 && port <= MAX;
  }
}
