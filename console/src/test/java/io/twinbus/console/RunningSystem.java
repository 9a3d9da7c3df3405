package io.twinbus.console;

import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.testkit.system.Twinbus;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A local stack with a receiver in each region, and a console that shows it. */
public final class RunningSystem implements AutoCloseable {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final Pattern PLAN_TOKEN = Pattern.compile("name=\"plan\" value=\"([0-9a-f]+)\"");
  private static final Pattern PLANNED = Pattern.compile("name=\"planned\" value=\"([^\"]*)\"");
  private static final Pattern FORM_TOKEN = Pattern.compile("name=\"token\" value=\"([0-9a-f]+)\"");

  private final Twinbus twinbus;
  private Console console;
  private final HttpClient browser = HttpClient.newBuilder().connectTimeout(BOUND).build();

  private RunningSystem(Twinbus twinbus, Console console) {
    this.twinbus = twinbus;
    this.console = console;
  }

  /** Starts both, the receivers with more settings; the console only reads. */
  public static RunningSystem start(Map<String, String> receivers) throws Exception {
    return start(receivers, ConsoleAccess.reading());
  }

  /** The application keeps the last body of a session whose id begins so as its state. */
  public static final String WITH_STATE = "keeps-";

  /** Starts both, the receivers with more settings, the console with {@code access}. */
  public static RunningSystem start(Map<String, String> receivers, ConsoleAccess access)
      throws Exception {
    Twinbus twinbus =
        Twinbus.start(
            FlatSettings.of(receivers),
            (message, invocation) ->
                CompletableFuture.completedFuture(
                    message.session().value().startsWith(WITH_STATE)
                        ? HandlerOutcome.Completed.withState(message.body())
                        : new HandlerOutcome.Completed()));
    return new RunningSystem(twinbus, console(twinbus, access));
  }

  private static Console console(Twinbus twinbus, ConsoleAccess access) {
    Map<String, String> environment =
        new TreeMap<>(
            Map.of(
                "TWINBUS_REGIONS_EAST_CONNECTION_STRING", twinbus.stack().connectionString("east"),
                "TWINBUS_REGIONS_WEST_CONNECTION_STRING", twinbus.stack().connectionString("west"),
                "TWINBUS_LEDGER_ENDPOINT", twinbus.stack().ledgerEndpoint(),
                "TWINBUS_LEDGER_KEY", twinbus.stack().ledgerKey(),
                "TWINBUS_RECEIVER_LEASE", "3s",
                "TWINBUS_OPERATOR", "ann"));
    CliContext here = CliContext.ofThisMachine();
    CliContext context =
        new CliContext(here.ledger(), here.queues(), here.clocks(), here.pause(), environment);
    return Console.start(
        new ConsoleOptions(0, List.of(), access),
        Configuration.read(null, environment).settings(),
        context);
  }

  /** Ends the console, and starts another one that only reads. */
  public void startConsoleAgain() {
    console.close();
    console = console(twinbus, ConsoleAccess.reading());
  }

  /** The system. */
  public Twinbus twinbus() {
    return twinbus;
  }

  /** Its console. */
  public Console console() {
    return console;
  }

  /** The address of {@code path}. */
  public URI at(String path) {
    return console.address().resolve(path);
  }

  /** The page at {@code path}. */
  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return get(path, "");
  }

  /** The page at {@code path}, asked for with an {@code Authorization}; empty: without one. */
  public HttpResponse<String> get(String path, String authorization)
      throws IOException, InterruptedException {
    return browser.send(request(path, authorization).build(), HttpResponse.BodyHandlers.ofString());
  }

  /** How the answer at {@code path} begins; the rest is not read. */
  public HttpResponse<InputStream> begin(String path) throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        browser.send(request(path, "").build(), HttpResponse.BodyHandlers.ofInputStream());
    answer.body().close();
    return answer;
  }

  /** What the console answers to a form that is sent from {@code origin}. */
  public HttpResponse<String> post(String path, String origin, Map<String, String> form)
      throws IOException, InterruptedException {
    return post(path, origin, form, "");
  }

  /** The same, sent with an {@code Authorization}; empty: without one. */
  public HttpResponse<String> post(
      String path, String origin, Map<String, String> form, String authorization)
      throws IOException, InterruptedException {
    StringBuilder body = new StringBuilder();
    form.forEach(
        (name, value) ->
            body.append(body.length() == 0 ? "" : "&")
                .append(name)
                .append('=')
                .append(encoded(value)));
    return browser.send(
        request(path, authorization)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", origin)
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** The console's own origin. */
  public String origin() {
    return console.address().toString().replaceAll("/$", "");
  }

  /** What the forms of the page at {@code path} carry against other sites' pages. */
  public String formToken(String path, String authorization)
      throws IOException, InterruptedException {
    Matcher token = FORM_TOKEN.matcher(get(path, authorization).body());
    if (!token.find()) {
      throw new IllegalStateException("The page " + path + " has no form with a token.");
    }
    return token.group(1);
  }

  /** What binds the deed to the plan that {@code page} shows. */
  public static String planToken(String page) {
    Matcher token = PLAN_TOKEN.matcher(page);
    if (!token.find()) {
      throw new IllegalStateException("There is no plan on the page: " + page);
    }
    return token.group(1);
  }

  /** The effect that {@code page} plans; empty where it names none. */
  public static String plannedEffect(String page) {
    Matcher effect = PLANNED.matcher(page);
    return effect.find() ? effect.group(1) : "";
  }

  private HttpRequest.Builder request(String path, String authorization) {
    HttpRequest.Builder request = HttpRequest.newBuilder(at(path)).timeout(BOUND);
    return authorization.isEmpty() ? request : request.header("Authorization", authorization);
  }

  /** {@code id} as an address carries it. */
  public static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    console.close();
    twinbus.close();
  }
}
