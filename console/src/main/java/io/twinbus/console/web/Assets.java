package io.twinbus.console.web;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The scripts and styles of pages: our own, and the parts that the build brought along. */
@Controller("/assets")
@Requires(env = ConsoleParts.ENVIRONMENT)
final class Assets {

  private static final MediaType SCRIPT = MediaType.of("text/javascript;charset=utf-8");
  private static final MediaType STYLE = MediaType.of("text/css;charset=utf-8");
  private static final MediaType ICON = MediaType.of("image/svg+xml");
  private static final String OWN = "io/twinbus/console/assets/";
  private static final String JARS = "META-INF/resources/webjars/";

  private record Asset(MediaType type, String resource) {}

  /** Nothing else is served, whatever a path says. */
  private static final Map<String, Asset> ALL =
      Map.of(
          "console.js", new Asset(SCRIPT, OWN + "console.js"),
          "console.css", new Asset(STYLE, OWN + "console.css"),
          "icon.svg", new Asset(ICON, OWN + "icon.svg"),
          "htmx.js", new Asset(SCRIPT, JARS + "htmx.org/2.0.10/dist/htmx.min.js"),
          "sse.js", new Asset(SCRIPT, JARS + "htmx-ext-sse/2.2.2/sse.js"),
          "uplot.js", new Asset(SCRIPT, JARS + "uplot/1.6.30/dist/uPlot.iife.min.js"),
          "uplot.css", new Asset(STYLE, JARS + "uplot/1.6.30/dist/uPlot.min.css"));

  @Get("/{name}")
  HttpResponse<byte[]> asset(@PathVariable String name) {
    Asset asset = ALL.get(name);
    return asset == null
        ? HttpResponse.notFound()
        : HttpResponse.ok(bytes(asset.resource()))
            .contentType(asset.type())
            .header("Cache-Control", "max-age=300");
  }

  /** The text of one of them. */
  static String text(String name) {
    Asset asset = ALL.get(name);
    if (asset == null) {
      throw new IllegalArgumentException("There is no asset " + name + ".");
    }
    return new String(bytes(asset.resource()), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String resource) {
    try (InputStream in = Assets.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("The build left out " + resource + ".");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
