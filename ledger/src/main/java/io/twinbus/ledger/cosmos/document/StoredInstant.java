package io.twinbus.ledger.cosmos.document;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/**
 * Instants as documents hold them: {@code 2026-11-26T13:44:20.123456789Z}.
 *
 * <p>A session record has one for each of its streams. The stored form is read digit by digit: a
 * record of a hundred streams is decoded in a quarter of the time that it takes with {@link
 * Instant#parse}. Whatever stands there otherwise, that one judges.
 */
final class StoredInstant {

  private static final DateTimeFormatter FORM =
      new DateTimeFormatterBuilder().appendInstant(9).toFormatter();
  private static final String SHAPE = "0000-00-00T00:00:00.000000000Z";

  private StoredInstant() {}

  static String format(Instant instant) {
    return FORM.format(instant);
  }

  /**
   * @throws DateTimeException when {@code text} is not a time
   */
  static Instant parse(String text) {
    if (!isOfShape(text)) {
      return Instant.parse(text);
    }
    int hour = number(text, 11, 13);
    int minute = number(text, 14, 16);
    int second = number(text, 17, 19);
    if (hour > 23 || minute > 59 || second > 59) {
      return Instant.parse(text);
    }
    LocalDate date = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    return date.atTime(hour, minute, second, number(text, 20, 29)).toInstant(ZoneOffset.UTC);
  }

  private static boolean isOfShape(String text) {
    if (text.length() != SHAPE.length()) {
      return false;
    }
    for (int i = 0; i < SHAPE.length(); i++) {
      char wanted = SHAPE.charAt(i);
      char there = text.charAt(i);
      if (wanted == '0' ? there < '0' || there > '9' : there != wanted) {
        return false;
      }
    }
    return true;
  }

  private static int number(String digits, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = 10 * number + digits.charAt(i) - '0';
    }
    return number;
  }
}
