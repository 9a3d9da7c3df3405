package io.twinbus.protocol.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An http or https address without a user or a password.
 *
 * @param advice which one to give, for a mistake
 */
record UrlType(String advice) implements ValueType<URI> {

  /** Also where the scheme is missing, so that no mistake repeats a password. */
  private static final Pattern USER_INFO = Pattern.compile("^[^/?#]*(//)?[^/?#]*@");

  @Override
  public Parsed<URI> parse(String text) {
    if (USER_INFO.matcher(text).find()) {
      return new Parsed.Refused<>(
          "has a user or a password in it", "take it out, for no request carries it");
    }
    try {
      URI url = new URI(text);
      if (url.getHost() != null
          && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
        return new Parsed.Value<>(url);
      }
    } catch (URISyntaxException e) {
      // the sentence below says it
    }
    return new Parsed.Refused<>(TextType.problem(text, "address"), advice);
  }

  @Override
  public String write(URI value) {
    return value.toString();
  }

  @Override
  public String inWords() {
    return "address";
  }

  /** The address up to its query, which may carry a key. */
  @Override
  public Optional<String> shown(String text) {
    return parse(text) instanceof Parsed.Value<URI> url
        ? Optional.of(withoutQuery(url.value()))
        : Optional.empty();
  }

  private static String withoutQuery(URI url) {
    boolean isWhole = url.getRawQuery() == null && url.getRawFragment() == null;
    return isWhole ? url.toString() : url.toString().split("[?#]", 2)[0] + "?(not shown)";
  }
}
