package io.twinbus.ops.sessions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.output.Sheet;
import io.twinbus.protocol.Body;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * An application's state of a session, as it is shown on demand: its text, or hex where it is none;
 * at most {@value #MOST} bytes for people, whole for programs.
 */
final class StateText {

  static final int MOST = 8_192;

  private StateText() {}

  static void describe(Body state, Sheet sheet) {
    byte[] bytes = state.toBytes();
    ObjectNode json = sheet.document();
    json.put("state", Base64.getEncoder().encodeToString(bytes));
    boolean isCut = bytes.length > MOST;
    byte[] shown = isCut ? Arrays.copyOf(bytes, MOST) : bytes;
    sheet.line("state is", text(bytes) ? utf8(shown) : HexFormat.of().formatHex(shown));
    if (isCut) {
      sheet.line(
          "", "… the first %d of %d bytes; --output json has all".formatted(MOST, bytes.length));
    }
  }

  private static boolean text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes))
          .chars()
          .noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t');
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
