package io.twinbus.rehearsal.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.protocol.InvalidNameException;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A git repository's first-parent history as change events, oldest first: one for each file that a
 * commit changed.
 *
 * <p>An event is {@code {"session": path, "id": commit:n, "op": "A|M|D|T", "before": blob|null,
 * "after": blob|null}}. Within a path the events form a chain, and the last {@code after} is the
 * blob that {@link #finalBlobs()} tells.
 */
public final class GitHistory {

  private static final int SHORT_COMMIT = 12;
  private static final int MAX_EVENTS = 2_000_000;

  private final GitCommand git;

  /** The history of the repository at {@code directory}. */
  public GitHistory(Path directory) {
    this.git = new GitCommand(directory);
  }

  /**
   * All events of the history of HEAD.
   *
   * @throws InputException when the directory is no repository, git is missing, or a path is longer
   *     than a session id may be
   */
  public List<InputMessage> events() {
    EventCollector events = new EventCollector();
    git.run(
        List.of(
            "-c",
            "core.quotePath=false",
            "-c",
            "log.showRoot=true",
            "-c",
            "log.showSignature=false",
            "log",
            "--first-parent",
            "-m",
            "--reverse",
            "--raw",
            "--no-renames",
            "--no-abbrev",
            "--no-color",
            "-z",
            "--format=%x01%H",
            "HEAD",
            "--"),
        events::accept);
    return events.events;
  }

  /** The blob of every path in HEAD, as {@code git ls-tree -r} shows it. */
  public SortedMap<String, String> finalBlobs() {
    SortedMap<String, String> blobs = new TreeMap<>();
    git.run(
        List.of("ls-tree", "-r", "-z", "--full-tree", "HEAD"),
        entry -> {
          int tab = entry.indexOf('\t');
          blobs.put(entry.substring(tab + 1), entry.substring(0, tab).split(" ", -1)[2]);
        });
    return blobs;
  }

  /** Reads git's raw log: a commit line, then for each file what happened and its path. */
  private static final class EventCollector {

    private final List<InputMessage> events = new ArrayList<>();
    private String commit = "";
    private int n;
    private String @Nullable [] change;

    void accept(String field) {
      if (change != null) {
        add(change, field);
        change = null;
        return;
      }
      String rest = stripNewlines(field);
      if (rest.startsWith("\u0001")) {
        int end = rest.indexOf('\n');
        commit = rest.substring(1, end < 0 ? rest.length() : end);
        n = 0;
        rest = end < 0 ? "" : stripNewlines(rest.substring(end));
      }
      if (rest.startsWith(":")) {
        change = rest.substring(1).split(" ", -1);
      }
    }

    private void add(String[] raw, String path) {
      if (events.size() == MAX_EVENTS) {
        throw new InputException("The history has more than 2,000,000 events; that is too long.");
      }
      String id = commit.substring(0, SHORT_COMMIT) + ":" + n++;
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("session", path).put("id", id).put("op", raw[4].substring(0, 1));
      json.put("before", blob(raw[2])).put("after", blob(raw[3]));
      try {
        SessionId session = new SessionId(path);
        events.add(
            new InputMessage(session, new MessageId(id), json.toString(), events.size() + 1));
      } catch (InvalidNameException e) {
        throw new InputException(
            "Commit %s: %s".formatted(commit.substring(0, SHORT_COMMIT), e.getMessage()));
      }
    }

    private static @Nullable String blob(String name) {
      return name.chars().allMatch(c -> c == '0') ? null : name;
    }

    private static String stripNewlines(String text) {
      int start = 0;
      while (start < text.length() && text.charAt(start) == '\n') {
        start++;
      }
      return text.substring(start);
    }
  }
}
