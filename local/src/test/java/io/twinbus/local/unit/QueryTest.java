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
        "c.n + 1 = 2; a",
        "c.n * 2 + 1 = 5; b",
        "2 + 2 * 3 = 8 AND c.n = 1; a",
        "(2 + 2) * 3 = 12 AND 7 % 4 = 3 AND 7 / 2 = 3.5 AND -c.n = -1; a",
        "c.s || '!' = 'x!'; ae",
        "c.n = 1 ? true : c.s = 'z'; ac",
        "(c.absent ?? c.s) = 'z'; c",
        "(5 & 3) = 1 AND (5 | 3) = 7 AND (5 ^ 3) = 6 AND ~5 = -6 AND c.n = 1; a",
        "c.s LIKE 'X%'; b",
        "c.s LIKE '_y'; b",
        "c.s NOT LIKE '%x%'; bc",
        "c.s LIKE '[x-z]'; ace",
        "c.s LIKE '[^x]'; c",
        "c.s LIKE '!_!%' ESCAPE '!'; ''",
        "c.n NOT BETWEEN 1 AND 2; e",
        "c.t = ['p', 'q']; a",
        "c.o = {k: 5}; a",
        "c.o = {'k': 5.0}; a",
        "EXISTS(SELECT VALUE t FROM t IN c.t WHERE t = 'q'); a",
        "ARRAY_LENGTH(ARRAY(SELECT VALUE t FROM t IN c.t WHERE t != 'q')) = 1; a",
        "(SELECT VALUE COUNT(1) FROM t IN c.t) = 2; a",
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
        "SELECT VALUE SUM(c.n) FROM c WHERE IS_NUMBER(c.n); 13.5",
        "SELECT VALUE AVG(c.n) FROM c WHERE c.n < 10; 1.5",
        "SELECT MIN(c.n) AS low, MAX(c.n) AS high FROM c WHERE c.n > 0; {'low':1,'high':10.5}",
        "SELECT VALUE MAX(c.s) FROM c; 'z'",
        "SELECT VALUE {'all': COUNT(1), 'double': COUNT(1) * 2} FROM c; {'all':5,'double':10}",
        "SELECT COUNT(1) AS n, c.s FROM c WHERE c.s = 'x' GROUP BY c.s; {'n':2,'s':'x'}",
        "SELECT VALUE COUNT(1) FROM c JOIN t IN c.t; 2",
        "SELECT VALUE {id: c.id, tags: [c.n, c.absent, 'x']} FROM c WHERE c.id = 'a';"
            + " {'id':'a','tags':[1,'x']}",
        "SELECT c.t[0] FROM c WHERE c.id = 'a'; {'$1':'p'}",
        "SELECT DISTINCT VALUE IS_DEFINED(c.id) FROM c; true",
        "SELECT VALUE k.k FROM c.o k; 5",
        "SELECT VALUE t FROM t IN c.t OFFSET 1 LIMIT 1; 'q'",
        "SELECT VALUE COUNT(c.n) FROM c; 4",
        "SELECT TOP 1 VALUE c.id FROM c; 'a'"
      })
  void aProjectionShowsWhatItNames(String sql, String expected) {
    assertThat(run(sql, Resume.START, 100).results().toString())
        .isEqualTo("[" + expected.replace('\'', '"') + "]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '|',
      value = {
        "ABS(-1.5); 1.5",
        "CEILING(1.2); 2",
        "FLOOR(-1.2); -2",
        "ROUND(2.5); 3",
        "ROUND(-2.45, 1); -2.5",
        "TRUNC(-1.7); -1",
        "SQRT(16); 4",
        "SQUARE(3); 9",
        "POWER(2, 10); 1024",
        "LOG(8, 2); 3",
        "LOG10(1000); 3",
        "SIGN(-4); -1",
        "1 / 0; undefined",
        "ABS('x'); undefined",
        "CONCAT('a', 'b', 'c'); 'abc'",
        "CONCAT('a', 1); undefined",
        "CONTAINS('abC', 'c'); false",
        "CONTAINS('abC', 'c', true); true",
        "STRINGEQUALS('A', 'a', true); true",
        "INDEX_OF('abcb', 'b'); 1",
        "INDEX_OF('abcb', 'b', 2); 3",
        "LEFT('abc', 2); 'ab'",
        "RIGHT('abc', 5); 'abc'",
        "SUBSTRING('abcdef', 2, 3); 'cde'",
        "SUBSTRING('abc', 5, 3); ''",
        "UPPER('a'); 'A'",
        "TRIM('  a '); 'a'",
        "LTRIM(' a '); 'a '",
        "REPLACE('banana', 'an', 'o'); 'booa'",
        "REPLICATE('ab', 3); 'ababab'",
        "REVERSE('abc'); 'cba'",
        "REGEXMATCH('abcd', 'B.D', 'i'); true",
        "STRINGJOIN(['a', 'b'], '-'); 'a-b'",
        "STRINGSPLIT('a-b', '-'); ['a','b']",
        "TOSTRING({'a': 1}); '{|'a|':1}'",
        "STRINGTONUMBER('1.5'); 1.5",
        "STRINGTONUMBER('x'); undefined",
        "STRINGTOARRAY('[1]'); [1]",
        "IS_ARRAY([]); true",
        "IS_BOOL(1); false",
        "IS_INTEGER(2.0); true",
        "IS_NUMBER('1'); false",
        "IS_OBJECT({}); true",
        "IS_PRIMITIVE(null); true",
        "IS_PRIMITIVE(undefined); false",
        "IS_STRING('x'); true",
        "IIF(1 = 1, 'yes', 'no'); 'yes'",
        "ARRAY_CONCAT([1], [2, 3]); [1,2,3]",
        "ARRAY_CONTAINS([{'a': 1, 'b': 2}], {'a': 1}); false",
        "ARRAY_CONTAINS([{'a': 1, 'b': 2}], {'a': 1}, true); true",
        "ARRAY_CONTAINS_ANY([1, 2], 2, 3); true",
        "ARRAY_CONTAINS_ALL([1, 2], 2, 3); false",
        "ARRAY_SLICE([1, 2, 3], 1); [2,3]",
        "ARRAY_SLICE([1, 2, 3], -2, 1); [2]",
        "SETINTERSECT([1, 2, 2], [2, 3]); [2]",
        "SETUNION([1, 2], [2, 3]); [1,2,3]"
      })
  void aFunctionHasTheValueThatTheServiceDocuments(String call, String expected) {
    List<JsonNode> results =
        run("SELECT TOP 1 VALUE " + call + " FROM c", Resume.START, 100).results();

    assertThat(results.isEmpty() ? "undefined" : results.get(0).toString())
        .isEqualTo(expected.replace("|'", "\\\"").replace('\'', '"'));
  }

  @Test
  void groupsComeInTheOrderOfTheirFirstRow() {
    assertThat(run("SELECT c.s, COUNT(1) AS n FROM c GROUP BY c.s", Resume.START, 100).results())
        .extracting(JsonNode::toString)
        .containsExactly(
            "{\"s\":\"x\",\"n\":2}",
            "{\"s\":\"Xy\",\"n\":1}",
            "{\"s\":\"z\",\"n\":1}",
            "{\"s\":7,\"n\":1}");
  }

  @Test
  void aggregatesOfNothingAreThoseOfTheService() {
    String nothing = " FROM c WHERE false";

    assertThat(run("SELECT VALUE COUNT(1)" + nothing, Resume.START, 9).results())
        .containsExactly(IntNode.valueOf(0));
    assertThat(run("SELECT VALUE SUM(c.n)" + nothing, Resume.START, 9).results())
        .containsExactly(IntNode.valueOf(0));
    assertThat(run("SELECT VALUE AVG(c.n)" + nothing, Resume.START, 9).results()).isEmpty();
    assertThat(run("SELECT VALUE MAX(c.n)" + nothing, Resume.START, 9).results()).isEmpty();
    assertThat(run("SELECT VALUE SUM(c.s) FROM c", Resume.START, 9).results()).isEmpty();
  }

  @Test
  void joinsGiveARowForEachElement() {
    assertThat(run("SELECT c.id, t FROM c JOIN t IN c.t", Resume.START, 100).results())
        .extracting(JsonNode::toString)
        .containsExactly("{\"id\":\"a\",\"t\":\"p\"}", "{\"id\":\"a\",\"t\":\"q\"}");
    assertThat(
            texts(run("SELECT VALUE t || u FROM c JOIN t IN c.t JOIN u IN c.t", Resume.START, 100)))
        .containsExactly("pp", "pq", "qp", "qq");
    assertThat(
            texts(
                run(
                    "SELECT VALUE t FROM c JOIN (SELECT VALUE t FROM t IN c.t WHERE t > 'p') AS t",
                    Resume.START,
                    100)))
        .containsExactly("q");
  }

  @Test
  void severalKeysSortOneAfterTheOther() {
    assertThat(texts(run("SELECT VALUE c.id FROM c ORDER BY c.s DESC, c.n ASC", Resume.START, 100)))
        .containsExactly("c", "a", "e", "b", "d");
  }

  @Test
  void valuesOfDifferentTypesAreSortedByType() {
    assertThat(texts(run("SELECT VALUE c.id FROM c ORDER BY c.n", Resume.START, 100)))
        .containsExactly("d", "c", "a", "b", "e");
    assertThat(texts(run("SELECT VALUE c.id FROM c ORDER BY c.n DESC", Resume.START, 100)))
        .containsExactly("e", "b", "a", "c", "d");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT VALUE c.id FROM c",
        "SELECT VALUE c.id FROM c ORDER BY c.s DESC",
        "SELECT VALUE c.id FROM c ORDER BY c.n, c.s DESC",
        "SELECT VALUE t || u FROM c JOIN t IN c.t JOIN u IN c.t",
        "SELECT VALUE t FROM c JOIN t IN c.t ORDER BY c.id",
        "SELECT DISTINCT VALUE c.s FROM c WHERE IS_STRING(c.s)",
        "SELECT VALUE c.s FROM c WHERE IS_STRING(c.s) GROUP BY c.s"
      })
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
        "SELECT * FROM c GROUP BY c.a; GROUP BY",
        "SELECT c.b, COUNT(1) FROM c GROUP BY c.a; c.b",
        "SELECT c.a, COUNT(1) FROM c; c.a",
        "SELECT c.a FROM c GROUP BY c.a ORDER BY c.a; sort the results",
        "SELECT SUM(c.a, 1) FROM c; SUM",
        "SELECT * FROM c WHERE COUNT(1) > 1; aggregate",
        "SELECT * FROM c JOIN t IN c.t; SELECT *",
        "SELECT c.id FROM c JOIN (SELECT VALUE t FROM t IN c.t); a name for the select",
        "SELECT VALUE x.id FROM (SELECT * FROM c) x; JOIN",
        "SELECT VALUE udf.f(c) FROM c; User-defined functions",
        "SELECT VALUE NOWHERE(c.a) FROM c; NOWHERE",
        "SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.t ORDER BY c.id) FROM c; ORDER BY",
        "SELECT * FROM c WHERE c.id LIKE '[z-a]'; LIKE",
        "SELECT * FROM c ORDER BY d.a; a property of c",
        "SELECT * FROM c WHERE c.a NOT 1; LIKE",
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
