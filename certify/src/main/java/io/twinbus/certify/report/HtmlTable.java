package io.twinbus.certify.report;

import java.util.List;

/**
 * A table of a page: on a wide screen as rows, on a narrow one as a card for each row, where every
 * value stands behind the name of its column. Appends to the page as it goes. Not thread-safe.
 */
final class HtmlTable {

  /** What its cells need of the page's style. */
  static final String STYLE =
"""
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
tr { break-inside: avoid; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
@media (max-width: 48rem) {
  thead { display: none; }
  table, tbody, tr, td { display: block; }
  tr { border-bottom: 1px solid var(--line); padding: .6rem 0; }
  td, td.number { border: 0; padding: .05rem 0 .05rem 7.5rem; text-align: left; }
  td::before { content: attr(data-column); color: var(--soft); font-weight: 400; float: left; margin-left: -7.5rem; }
}
""";

  /** What stands in a cell, as HTML, in one of the page's styles. */
  record Cell(String style, String html) {

    static Cell of(String text) {
      return new Cell("", HtmlText.of(text));
    }

    static Cell number(String text) {
      return new Cell("number", HtmlText.of(text));
    }

    static Cell styled(String style, String text) {
      return new Cell(style, HtmlText.of(text));
    }
  }

  private final StringBuilder page;
  private final List<Cell> columns;

  /** Begins a table in {@code page}; a column that is a number is headed like one. */
  HtmlTable(StringBuilder page, Cell... columns) {
    this.page = page;
    this.columns = List.of(columns);
    page.append("<table>\n<thead><tr>");
    for (Cell column : columns) {
      begin("th", column.style()).append('>').append(column.html()).append("</th>");
    }
    page.append("</tr></thead>\n<tbody>\n");
  }

  /** A cell for each column. */
  void row(Cell... cells) {
    page.append("<tr>");
    for (int i = 0; i < cells.length; i++) {
      begin("td", cells[i].style())
          .append(" data-column=\"")
          .append(columns.get(i).html())
          .append("\">")
          .append(cells[i].html())
          .append("</td>");
    }
    page.append("</tr>\n");
  }

  void end() {
    page.append("</tbody>\n</table>\n");
  }

  private StringBuilder begin(String element, String style) {
    page.append('<').append(element);
    return style.isEmpty() ? page : page.append(" class=\"").append(style).append('"');
  }
}
