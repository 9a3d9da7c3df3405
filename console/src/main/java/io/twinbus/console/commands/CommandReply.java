package io.twinbus.console.commands;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a command printed, as a page shows it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param code its exit code
 * @param rows the documents that it printed, one for a command about one thing
 * @param sentences what it said on stderr, line by line
 * @param at when it ended
 */
public record CommandReply(
    int code, List<Map<String, Object>> rows, List<String> sentences, Instant at) {

  private static final int FAILURE = 1;
  private static final int USAGE = 2;
  private static final int NOT_FOUND = 3;
  private static final int CONFLICT = 4;
  private static final int PARTIAL = 6;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Copies {@code rows} and {@code sentences}. */
  public CommandReply {
    rows = List.copyOf(rows);
    sentences = List.copyOf(sentences);
  }

  /** A command that exited with {@code code} and printed {@code out} and {@code err}. */
  static CommandReply of(int code, String out, String err, Instant at) {
    return new CommandReply(
        code, documents(out), err.lines().filter(line -> !line.isBlank()).toList(), at);
  }

  /** What a form asks for is missing: {@code sentence} says what. */
  public static CommandReply invalid(String sentence, Instant at) {
    return new CommandReply(USAGE, List.of(), List.of(sentence), at);
  }

  /** What a form asks for does not fit what is: {@code sentence} says why, and what to do. */
  public static CommandReply conflict(String sentence, Instant at) {
    return new CommandReply(CONFLICT, List.of(), List.of(sentence), at);
  }

  /** No answer, and why. */
  static CommandReply none(String sentence, Instant at) {
    return new CommandReply(FAILURE, List.of(), List.of(sentence), at);
  }

  private static List<Map<String, Object>> documents(String out) {
    String text = out.strip();
    try {
      if (text.startsWith("[")) {
        return JSON.readValue(text, new TypeReference<List<Map<String, Object>>>() {});
      }
      return text.startsWith("{")
          ? List.of(JSON.readValue(text, new TypeReference<Map<String, Object>>() {}))
          : List.of();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A command printed something that is not JSON.", e);
    }
  }

  /** The one document; empty where there is none. */
  public Map<String, Object> document() {
    return rows.isEmpty() ? Map.of() : rows.get(0);
  }

  /** Whether it told something, all or in part. */
  public boolean isTold() {
    return !rows.isEmpty() || code == 0;
  }

  /** Whether it did what it was asked, all or in part. */
  public boolean isDone() {
    return code == 0 || code == PARTIAL;
  }

  /** The same without the sentences that contain {@code words}. */
  public CommandReply without(String words) {
    return new CommandReply(
        code, rows, sentences.stream().filter(line -> !line.contains(words)).toList(), at);
  }

  /** Whether what was asked about does not exist. */
  public boolean isNotFound() {
    return code == NOT_FOUND;
  }
}
