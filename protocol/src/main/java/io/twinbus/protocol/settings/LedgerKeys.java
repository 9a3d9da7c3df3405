package io.twinbus.protocol.settings;

import static io.twinbus.protocol.settings.ValueType.choice;
import static io.twinbus.protocol.settings.ValueType.duration;
import static io.twinbus.protocol.settings.ValueType.flag;
import static io.twinbus.protocol.settings.ValueType.integer;
import static io.twinbus.protocol.settings.ValueType.text;
import static io.twinbus.protocol.settings.ValueType.url;

import java.net.URI;
import java.time.Duration;

/** The settings of the ledger: where it is, and how it is used. */
public final class LedgerKeys {

  static final SettingSection SECTION =
      new SettingSection(
          "Ledger",
          "twinbus.ledger.",
          "Receivers and operators' commands share these. Senders read `ids` and `ids-key` alone,"
              + " for their logs.");

  /** The Cosmos DB account. */
  public static final Setting<URI> ENDPOINT =
      SECTION
          .define(
              "endpoint",
              url("give the account's https:// address"),
              "The address of the Cosmos DB account.")
          .required("the Cosmos DB account");

  /** The account's key. */
  public static final Setting<String> KEY =
      SECTION
          .define(
              "key",
              text("account key"),
              "The account's key. Without one, clients sign in with an Entra ID credential.")
          .secret()
          .optional();

  /** The database. */
  public static final Setting<String> DATABASE =
      SECTION.define("database", text(), "The ledger's database.").otherwise("twinbus");

  /** The container. */
  public static final Setting<String> CONTAINER =
      SECTION.define("container", text(), "The ledger's container.").otherwise("ledger");

  /** The container of the leases. */
  public static final Setting<String> LEASES =
      SECTION
          .define(
              "leases",
              text(),
              "The container of the receivers' leases, in the same database. Without it, the name"
                  + " is that of `container` followed by `-leases`. It must be another container"
                  + " than `container`, so that load on the sessions makes no lease late.")
          .optional();

  /** The container of operators' acts. */
  public static final Setting<String> AUDIT =
      SECTION
          .define(
              "audit",
              text(),
              "The container of operators' acts and of the bodies that were shown to them, in the"
                  + " same database. Without it, the name is that of `container` followed by"
                  + " `-audit`. It must be another container than the other two.")
          .optional();

  /** Whether an account that is not Strong will do. */
  public static final Setting<Boolean> ALLOW_WEAK =
      SECTION
          .define(
              "allow-weak",
              flag(),
              "Whether to start on an account whose consistency is not Strong. For development"
                  + " alone: it gives up both order and once-only handling.")
          .otherwise(false);

  /** Whether a missing container is created. */
  public static final Setting<Boolean> CREATE_IF_MISSING =
      SECTION
          .define(
              "create-if-missing",
              flag(),
              "Whether a receiver creates a missing database, and what is missing of the three"
                  + " containers. For development.")
          .otherwise(false);

  /** How often the ledger was restored from a backup. */
  public static final Setting<Integer> GENERATION =
      SECTION
          .define(
              "generation",
              integer(1, 1_000_000),
              "Raise it by one after the ledger was restored from a backup. Receivers start on such"
                  + " a copy with no other number.")
          .otherwise(1);

  /** How long the ledger remembers. */
  public static final Setting<Duration> RETENTION =
      SECTION
          .define(
              "retention",
              duration(Duration.ofDays(2), Duration.ofDays(3_650)),
              "How long the ledger remembers a session after its last write. The same for all"
                  + " processes.")
          .atLimit("An older copy of a message that has ended may run again.")
          .otherwise(Duration.ofDays(14));

  /** How long the ledger remembers explicit streams. */
  public static final Setting<Duration> EXPLICIT_RETENTION =
      SECTION
          .define(
              "explicit-retention",
              duration(Duration.ofDays(2), Duration.ofDays(36_500)),
              "How long the ledger remembers how far a stream has come that the application"
                  + " numbers. Without it, for ever; at least `retention`. The same for all"
                  + " processes.")
          .atLimit(
              "A dense stream that was quiet for longer waits for ever: its next message names a"
                  + " predecessor of which nothing is known.")
          .optional();

  /** The word for ids that are kept as they are. */
  public static final String CLEAR = "clear";

  /** The word for ids that are kept as keyed hashes. */
  public static final String HASHED = "hashed";

  /** How ids are kept. */
  public static final Setting<String> IDS =
      SECTION
          .define(
              "ids",
              choice(CLEAR, HASHED),
              "How the ids of sessions and messages are kept in the ledger, the audit and the logs:"
                  + " as they are, or as keyed hashes. Chosen once for a ledger: the first receiver"
                  + " writes it down, and a process with another form or key does not start."
                  + " Commands take clear ids in either form; with hashes they find no session by a"
                  + " part of its id. Handlers and queues always have the clear ids.")
          .otherwise(CLEAR);

  /** The key of the hashes. */
  public static final Setting<String> IDS_KEY =
      SECTION
          .define(
              "ids-key",
              text("random text of at least 32 characters"),
              "The key of the hashes, the same for all processes of the deployment. Keep a copy: a"
                  + " ledger without its key is lost, and the key cannot be changed.")
          .secret()
          .optional();

  private LedgerKeys() {}
}
