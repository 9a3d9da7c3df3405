package io.twinbus.ledger.cosmos.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.ledger.audit.AuditAuthor;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The claims of an access token from Entra ID.
 *
 * <p>The signature is not checked here: the ledger checks it, and answers no request whose token is
 * forged. A token of another form names no author.
 */
final class TokenClaims {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PARTS = 3;
  private static final int MAX_NAME = 60;
  private static final int MAX_OID = 40;

  /** From a person's name to an application's id, whichever comes first. */
  private static final List<String> NAMES =
      List.of("name", "preferred_username", "upn", "unique_name", "app_displayname", "appid");

  private TokenClaims() {}

  /** The author that {@code token} names: its oid, and the best name that it has. */
  static Optional<AuditAuthor> author(String token) {
    String[] parts = token.split("\\.", -1);
    if (parts.length != PARTS) {
      return Optional.empty();
    }
    try {
      JsonNode claims = JSON.readTree(Base64.getUrlDecoder().decode(parts[1]));
      String oid = claims.path("oid").asText("");
      return oid.isBlank() || oid.length() > MAX_OID
          ? Optional.empty()
          : Optional.of(AuditAuthor.verified(name(claims).orElse(oid), oid));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> name(JsonNode claims) {
    return NAMES.stream()
        .map(claim -> claims.path(claim).asText("").strip())
        .filter(name -> !name.isEmpty())
        .findFirst()
        .map(name -> name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name);
  }
}
