package io.twinbus.local.servicebus.management;

/**
 * The answer of the management API, without HTTP.
 *
 * @param status as in HTTP
 * @param contentType of the body
 */
public record ApiResponse(int status, String contentType, String body) {
  private static final String ENTRY = "application/atom+xml;type=entry;charset=utf-8";
  private static final String FEED = "application/atom+xml;type=feed;charset=utf-8";

  static ApiResponse entry(int status, String xml) {
    return new ApiResponse(status, ENTRY, xml);
  }

  static ApiResponse feed(String xml) {
    return new ApiResponse(200, FEED, xml);
  }

  static ApiResponse healthy() {
    return new ApiResponse(
        200, "application/json", "{\"status\":\"healthy\",\"message\":\"Service is healthy.\"}");
  }

  /** An error is an entity of its own. */
  static ApiResponse error(int status, String sentence) {
    return new ApiResponse(
        status,
        "application/xml;charset=utf-8",
        "<Error><Code>%d</Code><Detail>%s</Detail></Error>"
            .formatted(status, AtomXml.escaped(sentence)));
  }
}
