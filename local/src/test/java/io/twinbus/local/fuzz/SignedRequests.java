package io.twinbus.local.fuzz;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Requests to a Cosmos account as its clients write them, each in lines and a body. */
final class SignedRequests {
  private static final String DOCS = "/dbs/d/colls/c/docs";
  private static final String PARTITION = "x-ms-documentdb-partitionkey: [\"s1\"]";

  private final byte[] key;
  private final String date;

  SignedRequests(String key) {
    this.key = Base64.getDecoder().decode(key);
    this.date =
        DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .format(OffsetDateTime.now(ZoneOffset.UTC));
  }

  List<byte[]> createDatabase() {
    return request("POST", "/dbs", "{\"id\":\"d\"}");
  }

  List<byte[]> createContainer() {
    return request(
        "POST",
        "/dbs/d/colls",
        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/session\"],\"kind\":\"Hash\"}}");
  }

  List<byte[]> create(String id) {
    return request("POST", DOCS, document(id), PARTITION);
  }

  List<byte[]> read(String id) {
    return request("GET", DOCS + "/" + id, "", PARTITION);
  }

  List<List<byte[]>> ofEveryKind() {
    String query =
        "{\"query\":\"SELECT c.id, c.n FROM c WHERE c.session = @s AND (c.n > 1 OR"
            + " IS_DEFINED(c.x)) ORDER BY c.n DESC OFFSET 1 LIMIT 2\","
            + "\"parameters\":[{\"name\":\"@s\",\"value\":\"s1\"}]}";
    return List.of(
        request("GET", "/", ""),
        request("GET", "/dbs/d", ""),
        create("one"),
        read("kept"),
        request("PUT", DOCS + "/kept", document("kept"), PARTITION, "If-Match: \"1\""),
        request("DELETE", DOCS + "/gone", "", PARTITION),
        request(
            "PATCH",
            DOCS + "/kept",
            "{\"condition\":\"FROM c WHERE c.n = 1\",\"operations\":"
                + "[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1},"
                + "{\"op\":\"set\",\"path\":\"/a/0/b\",\"value\":{\"k\":[1,2]}}]}",
            PARTITION),
        request(
            "POST",
            DOCS,
            "[{\"operationType\":\"Create\",\"resourceBody\":"
                + document("two")
                + "},{\"operationType\":\"Read\",\"id\":\"kept\"}]",
            PARTITION,
            "x-ms-cosmos-is-batch-request: True",
            "x-ms-cosmos-batch-atomic: True"),
        request(
            "POST",
            DOCS,
            "[{\"operationType\":\"Upsert\",\"partitionKey\":\"[\\\"s1\\\"]\",\"resourceBody\":"
                + document("three")
                + "},{\"operationType\":\"Read\",\"partitionKey\":\"[\\\"s1\\\"]\",\"id\":\"kept\"}]",
            "x-ms-cosmos-is-batch-request: True",
            "x-ms-cosmos-batch-atomic: false",
            "x-ms-cosmos-batch-continue-on-error: true"),
        request(
            "POST",
            DOCS,
            query,
            "Content-Type: application/query+json",
            "x-ms-documentdb-isquery: True",
            "x-ms-max-item-count: 10"));
  }

  private static String document(String id) {
    return "{\"id\":\"" + id + "\",\"session\":\"s1\",\"n\":1,\"text\":\"\\u00e4\\\"\"}";
  }

  private List<byte[]> request(String verb, String path, String body, String... headers) {
    List<byte[]> lines = new ArrayList<>();
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    lines.add(line(verb + " " + path + " HTTP/1.1"));
    lines.add(line("Host: localhost"));
    lines.add(line("x-ms-date: " + date));
    lines.add(line("authorization: " + signature(verb, path)));
    for (String header : headers) {
      lines.add(line(header));
    }
    lines.add(line("Content-Length: " + content.length));
    lines.add(line(""));
    lines.add(content);
    return lines;
  }

  private static byte[] line(String text) {
    return (text + "\r\n").getBytes(StandardCharsets.UTF_8);
  }

  private String signature(String verb, String path) {
    List<String> segments =
        List.of(path.split("/", -1)).stream().filter(part -> !part.isEmpty()).toList();
    boolean feed = segments.size() % 2 == 1;
    String type = segments.isEmpty() ? "" : segments.get(segments.size() - (feed ? 1 : 2));
    String link = String.join("/", feed ? segments.subList(0, segments.size() - 1) : segments);
    String text =
        verb.toLowerCase(Locale.ROOT)
            + "\n"
            + type
            + "\n"
            + link
            + "\n"
            + date.toLowerCase(Locale.ROOT)
            + "\n\n";
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      byte[] sum = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return URLEncoder.encode(
          "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(sum),
          StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
