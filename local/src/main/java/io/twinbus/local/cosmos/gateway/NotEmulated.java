package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.sql.Query;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the service does and this endpoint refuses, each with the sentence that the client gets.
 *
 * <p>docs/local.md lists them all.
 */
public enum NotEmulated {
  DIRECT_MODE(
      "any of /addresses, which clients in direct mode ask for",
      "Direct mode is not emulated: build the client with gatewayMode()."),
  TOKENS(
      "a request whose token is of type=aad or type=resource",
      "Entra ID and resource tokens are not emulated: use the account's key or its read-only key."),
  STORED_PROCEDURES(
      "any of .../colls/{c}/sprocs",
      "Stored procedures are not emulated: a transactional batch changes items of one partition together."),
  TRIGGERS(
      "any of .../colls/{c}/triggers, an item write that names a trigger",
      "Triggers are not emulated: the client has to do what they would do."),
  USER_DEFINED_FUNCTIONS(
      "any of .../colls/{c}/udfs, udf.f() in a query", Query.NO_USER_DEFINED_FUNCTIONS),
  CONFLICTS(
      "any of .../colls/{c}/conflicts",
      "The conflict feed is not emulated: only one region is written, so that no writes conflict."),
  USERS(
      "any of /dbs/{d}/users and .../permissions",
      "Users and permissions are not emulated: use the account's key or its read-only key."),
  ENCRYPTION_KEYS(
      "any of /dbs/{d}/clientencryptionkeys",
      "Client encryption keys are not emulated: store the items without client-side encryption."),
  ALL_VERSIONS_FEED(
      "a change feed with A-IM other than Incremental Feed",
      "The change feed of all versions and deletes is not emulated: read the latest version mode."),
  PARTIAL_RANGES(
      "a query or change feed with x-ms-start-epk or x-ms-end-epk within the whole range",
      "Feed ranges smaller than a container are not emulated: read the whole range or one partition key."),
  COMPUTED_PROPERTIES(
      "a container with computedProperties",
      "Computed properties are not emulated: store the values, or compute them in the query."),
  MATERIALIZED_VIEWS(
      "a container with materializedViewDefinition",
      "Materialized views are not emulated: fill a second container from the change feed."),
  VECTORS_AND_TEXT(
      "a container with vectorEmbeddingPolicy or fullTextPolicy",
      "Vector and full text search are not emulated: create the container without their policies.");

  /** As it stands in a header, escaped or not. */
  private static final Pattern OTHER_TOKEN =
      Pattern.compile("^type(=|%3d)(aad|resource)", Pattern.CASE_INSENSITIVE);

  private final String request;
  private final String sentence;

  NotEmulated(String request, String sentence) {
    this.request = request;
    this.sentence = sentence;
  }

  /** What a client has sent when it gets the sentence. */
  public String request() {
    return request;
  }

  /** What the client is told. */
  public String sentence() {
    return sentence;
  }

  void refuseWhere(boolean asked) {
    if (asked) {
      throw new BadRequestException(sentence);
    }
  }

  /** What is refused before a key is looked at; empty if it is nothing. */
  static Optional<NotEmulated> before(Request request) {
    if (!request.path().isEmpty() && request.path().get(0).equals("addresses")) {
      return Optional.of(DIRECT_MODE);
    }
    String token = request.header("authorization");
    boolean other = token != null && OTHER_TOKEN.matcher(token).find();
    return other ? Optional.of(TOKENS) : Optional.empty();
  }

  /** What a path below the databases names that is not emulated; empty if there is nothing. */
  static Optional<NotEmulated> at(List<String> path) {
    String inDatabase = path.size() > 2 ? path.get(2) : "";
    String inContainer = path.size() > 4 ? path.get(4) : "";
    return Optional.ofNullable(
        switch (inDatabase) {
          case "users" -> USERS;
          case "clientencryptionkeys" -> ENCRYPTION_KEYS;
          case "colls" ->
              switch (inContainer) {
                case "sprocs" -> STORED_PROCEDURES;
                case "triggers" -> TRIGGERS;
                case "udfs" -> USER_DEFINED_FUNCTIONS;
                case "conflicts" -> CONFLICTS;
                default -> null;
              };
          default -> null;
        });
  }
}
