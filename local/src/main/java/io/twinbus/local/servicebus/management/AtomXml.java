package io.twinbus.local.servicebus.management;

import java.util.List;
import java.util.Map;

/** Entries and feeds of Atom, in which the service wraps its descriptions. */
final class AtomXml {
  private static final String ATOM = "http://www.w3.org/2005/Atom";
  private static final String SERVICE_BUS =
      "http://schemas.microsoft.com/netservices/2010/10/servicebus/connect";
  private static final String INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

  private AtomXml() {}

  /** XML that is written as it is, where other values are escaped. */
  record Raw(String xml) {}

  /** The entry of what stands at a path, from which some clients read its name. */
  static String entry(String path, String title, String kind, Map<String, Object> fields) {
    StringBuilder xml = new StringBuilder();
    xml.append("<entry xmlns=\"").append(ATOM).append("\"><id>https://localhost/");
    xml.append(escaped(path)).append("</id><title type=\"text\">");
    xml.append(escaped(title)).append("</title><content type=\"application/xml\"><");
    xml.append(kind).append(" xmlns=\"").append(SERVICE_BUS);
    xml.append("\" xmlns:i=\"").append(INSTANCE).append("\">");
    fields.forEach((name, value) -> element(xml, name, value));
    return xml.append("</").append(kind).append("></content></entry>").toString();
  }

  /** Entries of one kind, and where the next page is, if there is one. */
  static String feed(String title, List<String> entries, String nextPage) {
    StringBuilder xml = new StringBuilder();
    xml.append("<feed xmlns=\"").append(ATOM).append("\"><title type=\"text\">");
    xml.append(escaped(title)).append("</title>");
    if (!nextPage.isEmpty()) {
      xml.append("<link rel=\"next\" href=\"").append(escaped(nextPage)).append("\"/>");
    }
    entries.forEach(xml::append);
    return xml.append("</feed>").toString();
  }

  static void element(StringBuilder xml, String name, Object value) {
    if (value instanceof Raw raw) {
      xml.append(raw.xml());
    } else {
      xml.append('<').append(name).append('>').append(escaped(value.toString()));
      xml.append("</").append(name).append('>');
    }
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
