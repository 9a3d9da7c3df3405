package io.twinbus.local.cosmos.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request as the gateway sees it.
 *
 * @param verb upper-case, such as {@code POST}
 * @param path the decoded segments of the path
 * @param headers by lower-case name
 */
public record Request(String verb, List<String> path, Map<String, String> headers, Content body) {
  // The first Java SDKs of Cosmos DB ask so, as HTTP allows.
  private static final Pattern ADDRESS = Pattern.compile("^https?://[^/]*");

  /** Reads the segments of a raw path, which may be that of a whole address, without its query. */
  public static List<String> segments(String uri) {
    String path = ADDRESS.matcher(uri.split("\\?", 2)[0]).replaceFirst("");
    return Arrays.stream(path.split("/"))
        .filter(segment -> !segment.isEmpty())
        .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
        .toList();
  }

  /** By which the sockets tell what a client speaks; what the client says of itself is replaced. */
  public static final String SCHEME_HEADER = "x-forwarded-proto";

  /** Whether it came over TLS. */
  public boolean secure() {
    return "https".equals(header(SCHEME_HEADER));
  }

  /** The value of a header; null if the request has none of this name. */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  /** Whether a header says true. */
  public boolean flag(String name) {
    return "true".equalsIgnoreCase(header(name));
  }

  /** Whether its client wants no contents of what it wrote. */
  public boolean prefersMinimal() {
    return "return=minimal".equalsIgnoreCase(header("prefer"));
  }

  /** Whether it has this verb. */
  public boolean is(String wantedVerb) {
    return verb.equals(wantedVerb);
  }
}
