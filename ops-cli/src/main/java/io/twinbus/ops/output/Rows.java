package io.twinbus.ops.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A report of many rows: a table, a list of documents, lines of CSV. Not thread-safe. */
public final class Rows implements Report {

  private final Table table;
  private final List<String> fields;
  private final List<ObjectNode> documents = new ArrayList<>();

  /**
   * No rows yet.
   *
   * @param table the headings
   * @param fields what a line of CSV holds, as dotted paths into a row's document
   */
  public Rows(Table table, String... fields) {
    this.table = table;
    this.fields = List.of(fields);
  }

  /** Adds a row. */
  public void row(ObjectNode document, String... cells) {
    documents.add(document);
    table.row(cells);
  }

  /** How many rows there are. */
  public int size() {
    return documents.size();
  }

  @Override
  public void print(PrintWriter out) {
    table.print(out);
  }

  @Override
  public Iterable<ObjectNode> documents() {
    return documents;
  }

  @Override
  public boolean isSingle() {
    return false;
  }

  @Override
  public Iterable<String> fields() {
    return fields;
  }
}
