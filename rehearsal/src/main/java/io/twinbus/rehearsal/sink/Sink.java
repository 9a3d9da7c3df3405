package io.twinbus.rehearsal.sink;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.twinbus.protocol.Body;
import io.twinbus.rehearsal.input.Padding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP server on loopback that takes handler calls.
 *
 * <p>It answers 204 when the effect is appended, 412 when the token is older than the newest seen
 * for the session, and 400 to what is no handler call. Thread-safe.
 */
public final class Sink implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Sink.class);
  private static final String PATH = "/effects/";
  private static final int THREADS = 4;
  private static final int MAX_BODY_BYTES = 1 << 20;
  private static final int NO_CONTENT = 204;
  private static final int BAD_REQUEST = 400;
  private static final int FENCED = 412;
  private static final int REFUSED = 422;
  private static final int FAILED = 500;
  private static final long NO_BODY = -1;

  private final EffectLog log;
  private final AnswerGate gate;
  private final Upsets upsets;
  private final ExecutorService threads;
  private final InetSocketAddress address;
  private final List<HttpExchange> hanging = new ArrayList<>();
  private HttpServer server;
  private volatile @Nullable Failing failing;

  private Sink(Memory memory, HttpServer server, ExecutorService threads) {
    this.log = memory.log();
    this.gate = memory.gate();
    this.upsets = memory.upsets();
    this.server = server;
    this.address = server.getAddress();
    this.threads = threads;
  }

  /** What calls get that take no effect. */
  private record Failing(HandlerAnswer answer, Predicate<SinkCall> calls) {}

  /**
   * Each of {@code calls} gets {@code answer} from now on, and has no effect, until {@link
   * #recover}. A connection is refused to all calls.
   */
  public synchronized void fail(HandlerAnswer answer, Predicate<SinkCall> calls) {
    failing = new Failing(answer, calls);
    if (answer.kind() == HandlerAnswer.Kind.REFUSED) {
      server.stop(0);
    }
  }

  /**
   * Calls take effect again.
   *
   * @throws IOException when the port cannot be opened again
   */
  public synchronized void recover() throws IOException {
    Failing before = failing;
    boolean isClosed = before != null && before.answer().kind() == HandlerAnswer.Kind.REFUSED;
    failing = null;
    hanging.forEach(HttpExchange::close);
    hanging.clear();
    if (isClosed) {
      server = HttpServer.create(address, 1024);
      begin();
    }
  }

  private void begin() {
    server.createContext(PATH, this::take);
    server.setExecutor(threads);
    server.start();
  }

  private record Memory(EffectLog log, AnswerGate gate, Upsets upsets) {}

  /**
   * Starts a sink on a free port.
   *
   * @throws IOException when no port can be opened
   */
  public static Sink start(EffectLog log, AnswerGate gate) throws IOException {
    return start(log, gate, new Upsets());
  }

  /**
   * Starts a sink on a free port, in which things go wrong as {@code upsets} says.
   *
   * @throws IOException when no port can be opened
   */
  public static Sink start(EffectLog log, AnswerGate gate, Upsets upsets) throws IOException {
    // Read once by the JDK's server: without the first, every answer waits for Nagle's 40 ms; the
    // second keeps the connections of all receivers open between calls.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "4096");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "sink");
              thread.setDaemon(true);
              return thread;
            });
    Sink sink = new Sink(new Memory(log, gate, upsets), server, threads);
    sink.begin();
    return sink;
  }

  /** Where {@code process} sends its calls; the path tells the sink which process calls. */
  public URI addressFor(String process) {
    return URI.create(
        "http://%s:%d%s%s"
            .formatted(address.getAddress().getHostAddress(), address.getPort(), PATH, process));
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES);
    String process = exchange.getRequestURI().getPath().substring(PATH.length());
    HandlerRequest.parse(process, exchange.getRequestHeaders(), Padding.without(Body.wrap(bytes)))
        .ifPresentOrElse(call -> judge(exchange, call), () -> answer(exchange, BAD_REQUEST));
  }

  private void judge(HttpExchange exchange, SinkCall call) {
    Failing now = failing;
    if (now != null && now.calls().test(call)) {
      fail(exchange, now.answer());
    } else {
      decide(exchange, call);
    }
  }

  private void fail(HttpExchange exchange, HandlerAnswer answer) {
    if (answer.kind() == HandlerAnswer.Kind.STATUS) {
      answer(exchange, answer.status());
      return;
    }
    synchronized (this) {
      if (failing != null) {
        hanging.add(exchange);
        return;
      }
    }
    exchange.close(); // it has recovered meanwhile, and the call is made again
  }

  private void decide(HttpExchange exchange, SinkCall call) {
    switch (upsets.befalls(call)) {
      case NOTHING -> apply(exchange, call, NO_CONTENT);
      case FAILS_BEFORE_EFFECT -> answer(exchange, FAILED);
      case REFUSED -> answer(exchange, REFUSED);
      case FAILS_AFTER_EFFECT -> apply(exchange, call, FAILED);
      case HANGS_BEFORE_EFFECT -> upsets.hold(() -> apply(exchange, call, NO_CONTENT));
      case HANGS_AFTER_EFFECT -> {
        SinkAnswer verdict = log.offer(call);
        upsets.hold(() -> conclude(exchange, call, verdict, NO_CONTENT));
      }
    }
  }

  private void apply(HttpExchange exchange, SinkCall call, int status) {
    conclude(exchange, call, log.offer(call), status);
  }

  private void conclude(HttpExchange exchange, SinkCall call, SinkAnswer verdict, int status) {
    if (verdict == SinkAnswer.FENCED) {
      answer(exchange, FENCED);
      return;
    }
    gate.pass(
        call.caller().process(),
        () -> {
          log.answered(call);
          answer(exchange, status);
        });
  }

  private static void answer(HttpExchange exchange, int status) {
    try (exchange) {
      exchange.sendResponseHeaders(status, NO_BODY);
    } catch (IOException e) {
      LOG.debug("A caller went away before its answer; it will call again if it lives.", e);
    }
  }

  @Override
  public synchronized void close() {
    hanging.forEach(HttpExchange::close);
    gate.open();
    upsets.end();
    server.stop(0);
    threads.shutdownNow();
  }
}
