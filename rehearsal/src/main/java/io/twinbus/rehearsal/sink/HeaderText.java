package io.twinbus.rehearsal.sink;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Header values as the CloudEvents HTTP binding writes them: what is not plain ASCII, a space, a
 * quote or a percent sign stands as percent and two hexadecimal digits for each UTF-8 byte.
 */
final class HeaderText {

  private HeaderText() {}

  static String decode(String value) {
    if (value.indexOf('%') < 0) {
      return value;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(value.length());
    int i = 0;
    while (i < value.length()) {
      if (isEscape(value, i)) {
        bytes.write(HexFormat.fromHexDigits(value, i + 1, i + 3));
        i += 3;
      } else {
        bytes.writeBytes(value.substring(i, i + 1).getBytes(StandardCharsets.UTF_8));
        i++;
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static boolean isEscape(String value, int at) {
    return value.charAt(at) == '%'
        && at + 2 < value.length()
        && HexFormat.isHexDigit(value.charAt(at + 1))
        && HexFormat.isHexDigit(value.charAt(at + 2));
  }
}
