package io.twinbus.receiver.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A receiver service in a JVM of its own. */
final class ServiceProcess implements AutoCloseable {

  private static final Pattern READY =
      Pattern.compile(
          "Receiver ready: region=(\\S+) instance=(\\S+) port=(\\d+) admin=(\\d+)(?: .*)?");

  private final Process process;
  private final Thread reader;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Matcher> ready = new CompletableFuture<>();
  private final HttpClient http = HttpClient.newHttpClient();

  private ServiceProcess(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "service-output");
    reader.setDaemon(true);
    reader.start();
  }

  static ServiceProcess start(Map<String, String> environment, String... arguments)
      throws IOException {
    return start(List.of(), environment, arguments);
  }

  static ServiceProcess start(
      List<String> jvmOptions, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.twinbus.receiver.app.ReceiverApplication"));
    command.addAll(1, jvmOptions);
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return new ServiceProcess(builder.start());
  }

  private void read() {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
        Matcher matcher = READY.matcher(line);
        if (matcher.matches()) {
          ready.complete(matcher);
        }
      }
    } catch (IOException e) {
      lines.add("(output lost: " + e.getMessage() + ")");
    }
    ready.completeExceptionally(new IllegalStateException("It ended: " + lines));
  }

  ServiceProcess awaitReady() throws Exception {
    try {
      var unused = ready.get(120, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      close();
      throw new IllegalStateException("It is not ready: " + lines, e);
    }
    return this;
  }

  String region() {
    return ready.join().group(1);
  }

  /** The status and body of a GET. */
  HttpResponse<String> get(String path) throws Exception {
    return get(ready.join().group(3), path);
  }

  /** The status and body of a GET of an admin endpoint; {@code headers} are names and values. */
  HttpResponse<String> admin(String path, String... headers) throws Exception {
    return get(ready.join().group(4), path, headers);
  }

  private HttpResponse<String> get(String port, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  void terminate() {
    process.toHandle().destroy(); // the process's own destroy() would close its output as well
  }

  /** Waits for its end, and for all that it has said. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      throw new IllegalStateException("It still runs: " + lines);
    }
    reader.join(TimeUnit.SECONDS.toMillis(10));
    return process.exitValue();
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
