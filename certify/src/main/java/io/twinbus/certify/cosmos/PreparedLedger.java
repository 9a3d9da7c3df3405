package io.twinbus.certify.cosmos;

import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.RunName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The containers of a ledger in the prepared database, for the closing run of an identity.
 *
 * <ol>
 *   <li>Both containers are there, and each is empty or a run's: a ledger's container says whose it
 *       is.
 *   <li>One run at a time works there: the run creates a marker with its name among the items of
 *       the checks. A marker of a run that is over is removed first.
 *   <li>With the marker the run empties both containers of what a crashed run has left, and
 *       afterwards of its own.
 * </ol>
 */
final class PreparedLedger {

  /** The container of its sessions. */
  static final String SESSIONS = "ledger";

  /** The container of its leases. */
  static final String LEASES = "ledger-leases";

  private static final String MARKER = "closing-run";
  private static final int CONFLICT = 409;

  private final CosmosAsyncDatabase database;
  private final PreparedContainer markers;
  private final List<PreparedContainer> containers;

  PreparedLedger(CosmosAsyncDatabase database) {
    this.database = database;
    this.markers = new PreparedContainer(database.getContainer(RunDatabase.CHECKS));
    this.containers =
        List.of(
            new PreparedContainer(database.getContainer(SESSIONS)),
            new PreparedContainer(database.getContainer(LEASES)));
  }

  /**
   * Takes it for {@code run}; answers why it could not, or nothing.
   *
   * @throws Exception when the account refuses or does not answer
   */
  Optional<String> take(RunName run, Instant now, Belongings belongings) throws Exception {
    for (PreparedContainer container : containers) {
      Optional<String> obstacle = container.whyNotARuns();
      if (obstacle.isPresent()) {
        return obstacle;
      }
    }
    Optional<String> other = otherRun(now);
    return other.isPresent() ? other : mark(run, belongings);
  }

  private Optional<String> otherRun(Instant now) {
    Optional<JsonNode> marker = markers.read(MARKER, MARKER);
    if (marker.isEmpty()) {
      return Optional.empty();
    }
    String name = runOf(marker.get());
    if (RunName.read(name).filter(run -> !run.isOver(now)).isPresent()) {
      return Optional.of(
          "The run %s may still be at work in the database '%s': try again after the time in its name."
              .formatted(name, database.getId()));
    }
    markers.remove(marker.get());
    return Optional.empty();
  }

  private Optional<String> mark(RunName run, Belongings belongings) throws Exception {
    try {
      belongings.make(
          "records in the database " + database.getId(),
          () -> {
            markers.create(marker(run), MARKER);
            empty();
          },
          () -> giveBack(run));
      return Optional.empty();
    } catch (CosmosException e) {
      if (e.getStatusCode() != CONFLICT) {
        throw e;
      }
      return Optional.of(
          "Another run has taken the database '%s' this moment: try again when it is over."
              .formatted(database.getId()));
    }
  }

  /** Nothing, where the marker is another run's. */
  private void giveBack(RunName run) {
    Optional<JsonNode> mine =
        markers.read(MARKER, MARKER).filter(marker -> runOf(marker).equals(run.text()));
    if (mine.isPresent()) {
      empty();
      markers.remove(mine.get());
    }
  }

  private void empty() {
    containers.forEach(PreparedContainer::empty);
  }

  private static ObjectNode marker(RunName run) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", MARKER)
        .put(AccountBench.PARTITION, MARKER)
        .put("run", run.text());
  }

  private static String runOf(JsonNode marker) {
    return marker.path("run").asText();
  }
}
