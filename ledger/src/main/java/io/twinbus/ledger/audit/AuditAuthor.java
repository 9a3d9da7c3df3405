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
 * @param actsFor the person that a program with a token names as the one it acts for, as a console
 *     for several people does; what the program says. Empty: none is named
 */
public record AuditAuthor(String name, Optional<String> oid, Optional<String> actsFor) {

  /** An author that no token names. */
  public static AuditAuthor selfDeclared(String name) {
    return new AuditAuthor(name, Optional.empty(), Optional.empty());
  }

  /** An author whom an access token names, acting without another's order. */
  public static AuditAuthor verified(String name, String oid) {
    return new AuditAuthor(name, Optional.of(oid), Optional.empty());
  }

  /** The same author, who says to act for {@code person}. */
  public AuditAuthor actingFor(String person) {
    return new AuditAuthor(name, oid, Optional.of(person));
  }

  /** Whether name and oid come from an access token. */
  public boolean isVerified() {
    return oid.isPresent();
  }

  /**
   * The name as records and people have it: with the oid, or marked as self-declared; and whom it
   * says to act for.
   */
  @Override
  public String toString() {
    String author = "%s (%s)".formatted(name, oid.orElse("self-declared"));
    return actsFor.map(person -> author + " for " + selfDeclared(person)).orElse(author);
  }
}
