package io.twinbus.local.clients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The local stack as a process, over TLS and with the keys of Microsoft's emulators; one for this
 * JVM, with which it ends.
 *
 * <p>It makes its certificate when it starts, and the SDKs read once what they trust.
 */
final class LocalProcess {
  private static final Path JAR = Path.of("..", "local-cli", "target", "twinbus-local.jar");
  private static final int START_BOUND_S = 60;

  private static @Nullable LocalProcess shared;

  private final String connectionString;
  private final int port;
  private final String endpoint;
  private final String key;
  private final URI control;

  private LocalProcess(JsonNode line) {
    JsonNode region = line.get("regions").elements().next();
    connectionString = region.get("tlsConnectionString").textValue();
    port = Integer.parseInt(connectionString.replaceFirst(".*:(\\d+)[/;].*", "$1"));
    endpoint = line.get("ledger").get("tlsEndpoint").textValue();
    key = line.get("ledger").get("key").textValue();
    control = URI.create(line.get("control").textValue());
  }

  /** The stack; the first call starts it. */
  static synchronized LocalProcess shared() {
    LocalProcess stack = shared == null ? start() : shared;
    shared = stack;
    return stack;
  }

  String connectionString() {
    return connectionString;
  }

  /** The port of Service Bus, which these SDKs do not take from the connection string. */
  int port() {
    return port;
  }

  /** The address of Cosmos DB. */
  String endpoint() {
    return endpoint;
  }

  /** The key of Cosmos DB. */
  String key() {
    return key;
  }

  /** Empties every queue, subscription and container, as between tests. */
  void reset() {
    ask(HttpRequest.newBuilder(control.resolve("/reset")).POST(BodyPublishers.noBody()).build());
  }

  /** How often Cosmos DB has answered this operation with this status. */
  int answers(String operation, int status) {
    return ask(HttpRequest.newBuilder(control.resolve("/stats")).build())
        .path("ledger")
        .path("byStatus")
        .path(operation)
        .path(Integer.toString(status))
        .asInt(0);
  }

  private static JsonNode ask(HttpRequest request) {
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(request + " was answered with " + answer.body());
      }
      return new ObjectMapper().readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static LocalProcess start() {
    if (!Files.exists(JAR)) {
      throw new IllegalStateException(
          "No " + JAR + ": ./mvnw -pl local-cli -am -DskipTests package makes it.");
    }
    try {
      Path folder = Files.createDirectories(Path.of("target", "stack"));
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-jar",
                  JAR.toString(),
                  "--json",
                  "--port",
                  "0",
                  "--well-known-keys",
                  "--tls",
                  folder.toString(),
                  "--config-file",
                  Path.of("src", "test", "resources", "Config.json").toString())
              .redirectError(folder.resolve("stderr.txt").toFile())
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      JsonNode line = new ObjectMapper().readTree(firstLine(process));
      System.setProperty(
          "javax.net.ssl.trustStore", folder.resolve("twinbus-local.p12").toString());
      System.setProperty("javax.net.ssl.trustStorePassword", "changeit");
      return new LocalProcess(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String firstLine(Process process) {
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return String.valueOf(output.readLine());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .orTimeout(START_BOUND_S, TimeUnit.SECONDS)
        .join();
  }
}
