package io.twinbus.proving.bench.subject;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * People before a console: each watches the overview, whose stream stays open, and opens another
 * page every five seconds, in turns.
 *
 * <p>Closing ends all requests. Thread-safe.
 */
final class ConsoleViewers implements AutoCloseable {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int EVERY_MILLIS = 5_000;
  private static final int LOADING = 8;
  private static final int OK = 200;
  private static final double NANOS_A_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  /** The overview stands in between the others: it is what is judged. */
  private static final List<String> PAGES =
      List.of(
          "",
          "sessions",
          "",
          "session?id=" + SessionRecords.FIRST,
          "",
          "letters",
          "",
          "timeline",
          "",
          "doctor");

  private final URI console;
  private final HttpClient browser;
  private final ScheduledExecutorService loading = Executors.newScheduledThreadPool(LOADING);
  private final List<InputStream> streams = new ArrayList<>();
  private final ConcurrentLinkedQueue<Double> overviews = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Double> others = new ConcurrentLinkedQueue<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicLong seen = new AtomicLong();

  private ConsoleViewers(URI console) {
    this.console = console;
    this.browser = HttpClient.newBuilder().connectTimeout(BOUND).build();
  }

  /** {@code count} of them, of the console at {@code console}. */
  static ConsoleViewers of(URI console, int count) throws IOException, InterruptedException {
    ConsoleViewers viewers = new ConsoleViewers(console);
    for (int viewer = 0; viewer < count; viewer++) {
      viewers.watch();
      int first = viewer;
      AtomicInteger next = new AtomicInteger(viewer);
      var unused =
          viewers.loading.scheduleAtFixedRate(
              () -> viewers.load(PAGES.get(next.getAndIncrement() % PAGES.size())),
              (long) first * EVERY_MILLIS / count,
              EVERY_MILLIS,
              TimeUnit.MILLISECONDS);
    }
    return viewers;
  }

  private void watch() throws IOException, InterruptedException {
    HttpResponse<InputStream> live =
        browser.send(request("live"), HttpResponse.BodyHandlers.ofInputStream());
    if (live.statusCode() != OK) {
      refused.incrementAndGet();
      live.body().close();
      return;
    }
    streams.add(live.body());
    Thread reading = new Thread(() -> read(live.body()), "console-viewer");
    reading.setDaemon(true);
    reading.start();
  }

  private void read(InputStream live) {
    byte[] part = new byte[16 * 1024];
    try {
      for (int length = live.read(part); length >= 0; length = live.read(part)) {
        seen.addAndGet(length);
      }
    } catch (IOException e) {
      // the stream was closed: this viewer has gone
    }
  }

  private void load(String page) {
    long begin = System.nanoTime();
    try {
      HttpResponse<Void> answer =
          browser.send(request(page), HttpResponse.BodyHandlers.discarding());
      if (answer.statusCode() != OK) {
        refused.incrementAndGet();
        return;
      }
      (page.isEmpty() ? overviews : others).add((System.nanoTime() - begin) / NANOS_A_MILLI);
    } catch (IOException e) {
      refused.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(console.resolve("/" + path)).timeout(BOUND).build();
  }

  /** Forgets what was measured so far. */
  void forget() {
    overviews.clear();
    others.clear();
    refused.set(0);
    seen.set(0);
  }

  /** How long each overview took, until its last byte, in milliseconds. */
  List<Double> overviews() {
    return List.copyOf(overviews);
  }

  /** The same for the other pages. */
  List<Double> others() {
    return List.copyOf(others);
  }

  /** How many requests failed or were refused. */
  int refused() {
    return refused.get();
  }

  /** How many bytes the open streams brought. */
  long seen() {
    return seen.get();
  }

  @Override
  public void close() {
    loading.shutdownNow();
    for (InputStream stream : streams) {
      try {
        stream.close();
      } catch (IOException e) {
        // it has ended already
      }
    }
  }
}
