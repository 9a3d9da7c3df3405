package io.twinbus.ops.acts;

import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.command.BodyOptions;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.output.BodyText;
import io.twinbus.ops.output.OutputFormat;
import io.twinbus.ops.output.PrivateFile;
import io.twinbus.ops.output.Sheet;
import io.twinbus.ops.servicebus.QueuedBody;
import io.twinbus.ops.servicebus.QueuedCopy;
import java.nio.file.Path;

/**
 * Shows a body, or saves it: first puts that on record in the audit container, then prints or
 * writes. Where the entry cannot be written, nothing of the body leaves this process.
 */
public final class BodyLook {

  private final AuditTrail trail;
  private final CommonOptions common;
  private final BodyOptions options;

  /** A look by {@code options}, put on record by {@code trail}. */
  public BodyLook(AuditTrail trail, CommonOptions common, BodyOptions options) {
    this.trail = trail;
    this.common = common;
    this.options = options;
  }

  /**
   * Adds the body of {@code copy} to {@code sheet}, and saves it, as the options say.
   *
   * @throws io.twinbus.ops.CommandFailure when the audit container or the file takes nothing
   */
  public void show(QueuedCopy copy, QueuedBody body, Sheet sheet) {
    AuditSubject about = trail.about(copy.names().session(), copy.names().message());
    Path file = options.file();
    if (file != null) {
      save(about, body, file);
      sheet.document().put("file", file.toString());
      sheet.line("saved", "%d bytes to %s".formatted(body.size(), file));
    }
    if (options.isShown()) {
      int shown = Math.min(body.size(), BodyText.MAX_SHOWN);
      trail.note(
          about, act(AuditedAct.BODY_SHOWN, "%d of %d bytes shown".formatted(shown, body.size())));
      boolean isTable = common.output() == OutputFormat.TABLE;
      byte[] bytes = body.bytes().shared();
      String text = BodyText.of(bytes, isTable && CommonOptions.isTerminal());
      sheet
          .document()
          .put("bodyForm", BodyText.isText(bytes) ? "text" : "hex")
          .put("bodyWhole", shown == body.size())
          .put("body", text);
      sheet.block(text);
      if (shown < body.size()) {
        common.tell(
            "The first %d of %d bytes are shown; --save FILE writes them all."
                .formatted(shown, body.size()));
      }
    }
  }

  private void save(AuditSubject about, QueuedBody body, Path file) {
    try (PrivateFile out = PrivateFile.create(file)) {
      AuditedAct act =
          act(AuditedAct.BODY_SAVED, "%d bytes saved to %s".formatted(body.size(), file));
      noteOrDiscard(about, act, out);
      try {
        out.write(body.bytes().shared());
        out.sync();
      } catch (CommandFailure e) {
        out.discard();
        trail.failed(about, act, e);
        throw e;
      }
    }
  }

  private void noteOrDiscard(AuditSubject about, AuditedAct act, PrivateFile out) {
    try {
      trail.note(about, act);
    } catch (CommandFailure e) {
      out.discard();
      throw e;
    }
  }

  private AuditedAct act(String kind, String effect) {
    return new AuditedAct(kind, options.reason(), effect);
  }
}
