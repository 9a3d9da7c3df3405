package io.twinbus.certify.report;

import io.twinbus.protocol.text.Printable;

/** Text as it stands in a page: printable, and escaped. Stateless. */
public final class HtmlText {

  private HtmlText() {}

  /** {@code raw}, for an element's content or a quoted attribute. */
  public static String of(String raw) {
    return Printable.of(raw)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
