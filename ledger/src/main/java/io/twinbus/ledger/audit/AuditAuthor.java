package io.twinbus.ledger.audit;

import java.util.Optional;

/**
 * The person, or the program, that did something.
 *
 * <p>Immutable and thread-safe.
 *
 * @param name the name, for people
 * @param oid the object id in Entra ID, from the access token that the ledger was opened with;
 *     empty: the name is what its bearer says
 */
public record AuditAuthor(String name, Optional<String> oid) {

  /** An author that no token names. */
  public static AuditAuthor selfDeclared(String name) {
    return new AuditAuthor(name, Optional.empty());
  }

  /** Whether name and oid come from an access token. */
  public boolean isVerified() {
    return oid.isPresent();
  }

  /** The name as records and people have it: with the oid, or marked as self-declared. */
  @Override
  public String toString() {
    return "%s (%s)".formatted(name, oid.orElse("self-declared"));
  }
}
