package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.twinbus.local.cosmos.sql.Page;
import io.twinbus.local.cosmos.sql.Query;
import io.twinbus.local.cosmos.sql.QueryRun;
import io.twinbus.local.cosmos.sql.Resume;
import io.twinbus.local.cosmos.sql.Row;
import io.twinbus.local.cosmos.sql.SqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<Row> ROWS =
      rows(
          "{'id':'a','n':1,'s':'x','t':['p','q'],'o':{'k':5}}",
          "{'id':'b','n':2,'s':'Xy','t':[]}",
          "{'id':'c','n':null,'s':'z'}",
          "{'id':'d','s':7}",
          "{'id':'e','n':10.5,'s':'x','flag':true}");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "c.n = 1; a",
        "c.n != 1; be",
        "c.n <> 1; be",
        "c.n >= 2; be",
        "c.n < 2; a",
        "c.n = null; c",
        "c['n'] = 2; b",
        "c.o.k = 5; a",
        "c.t[1] = \"q\"; a",
        "c.s = 'x'; ae",
        "c.s IN ('x', \"z\"); ace",
        "c.s NOT IN ('x', 'z'); bd",
        "NOT c.s = 'x'; bc",
        "c.n BETWEEN 1 AND 2; ab",
        "STARTSWITH(c.s, 'X'); b",
        "StartsWith(c.s, 'X', true); abe",
        "ENDSWITH(c.s, 'y'); b",
        "CONTAINS(c.s, 'y'); b",
        "IS_DEFINED(c.n); abce",
        "NOT IS_DEFINED(c.n); d",
        "IS_NULL(c.n); c",
        "ARRAY_CONTAINS(c.t, 'p'); a",
        "ARRAY_LENGTH(c.t) = 0; b",
        "LENGTH(c.s) = 2; b",
        "LOWER(c.s) = 'xy'; b",
        "c.flag; e",
        "c.flag = true OR c.n = 1; ae",
        "c.n = 1 OR c.n = 2 AND c.s = 'nobody'; a",
        "(c.n = 1 OR c.n = 2) AND c.s = 'Xy'; b",
        "c.absent = 1 OR c.n = 1; a",
        "NOT (c.absent = 1); ''",
        "c.n > -1; abe",
        "c.n = @two; b",
        "true; abcde",
        "1 = 1 and c.id > 'c'; de"
      })
  void aFilterLetsThroughWhatMeetsIt(String filter, String ids) {
    Page page = run("SELECT VALUE c.id FROM c WHERE " + filter, Resume.START, 100);

    assertThat(String.join("", texts(page))).isEqualTo(ids);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '|',
      value = {
        "SELECT * FROM c WHERE c.id = 'd'; {'id':'d','s':7}",
        "SELECT c.id, c.n AS number FROM c WHERE c.id = 'b'; {'id':'b','number':2}",
        "SELECT c.id, c.absent FROM c WHERE c.id = 'b'; {'id':'b'}",
        "SELECT c FROM c WHERE c.id = 'd'; {'c':{'id':'d','s':7}}",
        "SELECT VALUE x.o FROM root x WHERE x.id = 'a'; {'k':5}",
        "SELECT 1, c.id FROM c WHERE c.id = 'a'; {'$1':1,'id':'a'}",
        "SELECT COUNT(1) FROM c; {'$1':5}",
        "SELECT VALUE COUNT(c.n) FROM c; 4",
        "SELECT TOP 1 VALUE c.id FROM c; 'a'"
      })
  void aProjectionShowsWhatItNames(String sql, String expected) {
    assertThat(run(sql, Resume.START, 100).results().toString())
        .isEqualTo("[" + expected.replace('\'', '"') + "]");
  }

  @Test
  void valuesOfDifferentTypesAreSortedByType() {
    assertThat(texts(run("SELECT VALUE c.id FROM c ORDER BY c.n", Resume.START, 100)))
        .containsExactly("d", "c", "a", "b", "e");
    assertThat(texts(run("SELECT VALUE c.id FROM c ORDER BY c.n DESC", Resume.START, 100)))
        .containsExactly("e", "b", "a", "c", "d");
  }

  @ParameterizedTest
  @CsvSource({"SELECT VALUE c.id FROM c", "SELECT VALUE c.id FROM c ORDER BY c.s DESC"})
  void pagesTogetherAreTheWholeResult(String sql) {
    List<String> whole = texts(run(sql, Resume.START, 100));

    List<String> paged = new ArrayList<>();
    Resume next = Resume.START;
    while (next != null) {
      Page page = run(sql, next, 2);
      paged.addAll(texts(page));
      next = page.next() == null ? null : Resume.parse(page.next().token());
    }

    assertThat(paged).isEqualTo(whole);
  }

  @Test
  void rowsThatComeInBetweenTwoPagesRepeatNothing() {
    Query query = Query.parse("SELECT VALUE c.id FROM c ORDER BY c.id");
    Resume next = new QueryRun(query, Map.of(), Resume.START, 2).page(ROWS.iterator()).next();
    assertThat(next).isNotNull();
    List<Row> more = new ArrayList<>(ROWS);
    more.add(new Row(97, JSON.createObjectNode().put("id", "A")));
    more.add(new Row(98, JSON.createObjectNode().put("id", "b")));
    more.add(new Row(99, JSON.createObjectNode().put("id", "cc")));

    Page second = new QueryRun(query, Map.of(), next, 10).page(more.iterator());

    assertThat(texts(second)).containsExactly("b", "c", "cc", "d", "e");
  }

  @Test
  void topBoundsAllPagesTogether() {
    Page first = run("SELECT TOP 3 VALUE c.id FROM c", Resume.START, 2);
    Resume next = first.next();
    assertThat(next).isNotNull();

    Page second = run("SELECT TOP 3 VALUE c.id FROM c", next, 2);

    assertThat(texts(second)).containsExactly("c");
    assertThat(second.next()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT *; FROM",
        "SELECT * FROM c WHERE; query ends",
        "SELECT * FROM c WHERE c.a = 'open; does not end",
        "SELECT * FROM c WHERE d.a = 1; d",
        "SELECT * FROM c GROUP BY c.a; GROUP",
        "SELECT SUM(c.a) FROM c; SUM",
        "SELECT * FROM c ORDER BY c.a, c.b; ORDER BY",
        "SELECT TOP -1 * FROM c; TOP",
        "SELECT * FROM c WHERE STARTSWITH(c.a); STARTSWITH",
        "SELECT * FROM c WHERE c.n = @absent; @absent",
        "SELECT * FROM c WHERE c.a ~ 1; ~",
        "DELETE FROM c; SELECT"
      })
  void whatCannotBeReadIsRefusedInOneSentence(String sql, String expected) {
    assertThatThrownBy(() -> run(sql, Resume.START, 100))
        .isInstanceOf(SqlException.class)
        .hasMessageContaining(expected)
        .hasMessageEndingWith(".");
  }

  @Test
  void deepNestingIsRefused() {
    String sql = "SELECT * FROM c WHERE " + "(".repeat(5_000) + "true" + ")".repeat(5_000);

    assertThatThrownBy(() -> Query.parse(sql))
        .isInstanceOf(SqlException.class)
        .hasMessageContaining("nests");
  }

  @Test
  void aForeignContinuationTokenIsRefused() {
    assertThatThrownBy(() -> Resume.parse("bm9uZQ==")).isInstanceOf(SqlException.class);
  }

  private static Page run(String sql, Resume start, int pageSize) {
    Map<String, JsonNode> parameters = Map.of("@two", IntNode.valueOf(2));
    return new QueryRun(Query.parse(sql), parameters, start, pageSize).page(ROWS.iterator());
  }

  private static List<String> texts(Page page) {
    return page.results().stream().map(node -> ((TextNode) node).textValue()).toList();
  }

  private static List<Row> rows(String... documents) {
    List<Row> rows = new ArrayList<>();
    for (String document : documents) {
      try {
        rows.add(new Row(rows.size(), JSON.readTree(document.replace('\'', '"'))));
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException(document, e);
      }
    }
    return rows;
  }
}
