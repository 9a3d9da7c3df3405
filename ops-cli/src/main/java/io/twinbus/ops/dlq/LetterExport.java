package io.twinbus.ops.dlq;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.output.BodyText;
import io.twinbus.ops.output.JsonText;
import io.twinbus.ops.output.PrivateFile;
import io.twinbus.ops.servicebus.QueuedBody;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionQueue;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Writes dead letters with their bodies to a new file of mode 0600, a JSON document a line. The
 * audit container notes it first.
 *
 * <p>A body is a text where it is UTF-8, and base64 otherwise; {@code bodyForm} says which. Not
 * thread-safe.
 */
final class LetterExport implements AutoCloseable {

  private static final long MIB = 1024 * 1024;

  private final Map<RegionName, RegionQueue> queues = new TreeMap<>();
  private final Bounds bounds;

  /**
   * How much a file may hold. What is above is refused as a whole.
   *
   * @param letters the most dead letters
   * @param mib the most MiB
   */
  record Bounds(int letters, int mib) {

    /** Those of a command that was told none. */
    static final Bounds DEFAULT = new Bounds(10_000, 1_024);

    private void check(List<Letter> meant) {
      if (meant.size() > letters) {
        throw refused(
            "%d dead letters are meant, and at most %d go into a file"
                .formatted(meant.size(), letters));
      }
    }

    private void check(PrivateFile file) {
      if (file.written() > mib * MIB) {
        throw refused("The dead letters have more than %d MiB".formatted(mib));
      }
    }

    private static CommandFailure refused(String why) {
      return new CommandFailure(
          ExitCode.CONFLICT,
          why + ": nothing was written; narrow them by session, message or reason.");
    }
  }

  LetterExport(CliContext context, ClusterSettings cluster, Bounds bounds) {
    this.bounds = bounds;
    cluster
        .regions()
        .forEach(
            (name, region) -> queues.put(name, context.queues().open(region, cluster.entity())));
  }

  /**
   * Writes {@code letters} to {@code file}; returns when they are on the disk.
   *
   * @throws CommandFailure when they are more than the file may hold, the audit container or the
   *     file takes nothing, or a letter is gone
   */
  void write(List<Letter> letters, Path file, AuditTrail trail, String reason) {
    bounds.check(letters);
    try (PrivateFile out = PrivateFile.create(file)) {
      boolean isWhole = false;
      try {
        AuditSubject subject = subject(letters, trail);
        AuditedAct act = act(letters, file, reason, trail);
        trail.note(subject, act);
        try {
          fill(out, letters);
        } catch (CommandFailure e) {
          trail.failed(subject, act, e);
          throw e;
        }
        isWhole = true;
      } finally {
        if (!isWhole) {
          out.discard();
        }
      }
    }
  }

  private void fill(PrivateFile out, List<Letter> letters) {
    for (Letter letter : letters) {
      out.line(JsonText.line(document(letter)));
      bounds.check(out);
    }
    out.sync();
  }

  private static AuditedAct act(List<Letter> letters, Path file, String reason, AuditTrail trail) {
    return new AuditedAct(
        AuditedAct.BODY_SAVED,
        reason,
        "%d dead letters exported to %s%s"
            .formatted(
                letters.size(),
                file,
                letters.isEmpty()
                    ? ""
                    : ", the first: " + trail.recorded(letters.get(0).key().message())));
  }

  private static AuditSubject subject(List<Letter> letters, AuditTrail trail) {
    List<String> sessions =
        letters.stream().map(letter -> letter.key().session()).distinct().limit(2).toList();
    return sessions.size() == 1 ? trail.about(sessions.get(0), "") : trail.queue();
  }

  private ObjectNode document(Letter letter) {
    QueuedCopy copy = letter.copies().get(0);
    RegionQueue queue = queues.get(copy.region());
    QueuedBody body =
        Optional.ofNullable(queue)
            .flatMap(region -> region.body(copy))
            .orElseThrow(
                () ->
                    new CommandFailure(
                        ExitCode.CONFLICT,
                        "The dead letter '%s' has been removed since: nothing was written, run the command again."
                            .formatted(letter.key().message())));
    byte[] bytes = body.bytes().shared();
    boolean isText = BodyText.isUtf8(bytes);
    return letter
        .toJson()
        .put("contentType", body.contentType())
        .put("bodyBytes", body.size())
        .put("bodyForm", isText ? "text" : "base64")
        .put("body", isText ? body.bytes().utf8() : Base64.getEncoder().encodeToString(bytes));
  }

  @Override
  public void close() {
    queues.values().forEach(RegionQueue::close);
  }
}
