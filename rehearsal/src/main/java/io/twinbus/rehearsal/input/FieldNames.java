package io.twinbus.rehearsal.input;

/**
 * Which fields of a line hold the session and the message id.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session the field of the session, {@code session} by default
 * @param id the field of the message id, {@code id} by default
 */
public record FieldNames(String session, String id) {

  /** {@code session} and {@code id}. */
  public static final FieldNames DEFAULT = new FieldNames("session", "id");
}
