package io.twinbus.receiver.app;

import io.micronaut.http.server.exceptions.ServerStartupException;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.protocol.InvalidNameException;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.admin.AdminPortTakenException;
import io.twinbus.receiver.region.EntityRefusedException;
import io.twinbus.receiver.region.LeaseNotHeldException;
import java.io.PrintStream;
import java.net.BindException;
import java.util.concurrent.CountDownLatch;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The receiver service: {@code receiver [--config FILE] [--region NAME] [--port N]}.
 *
 * <p>It runs until it is told to end (SIGTERM, SIGINT); then it drains. A mistake is one sentence
 * on standard error: exit code 2 for the user's, 5 for a ledger, queue or subscription that must
 * not be used, 1 for any other failure.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public final class ReceiverApplication {

  private static final int FAILURE = 1;
  private static final int USAGE = 2;
  private static final int UNHEALTHY = 5;

  private ReceiverApplication() {}

  /** Runs the service; ends the process when it cannot start. */
  public static void main(String[] arguments) throws InterruptedException {
    prepareProperties();
    int code = run(System.err, arguments);
    if (code != 0) {
      System.exit(code);
    }
  }

  /** Before any class that reads them is loaded. */
  private static void prepareProperties() {
    // An application's own logging is not touched.
    if (ReceiverApplication.class.getResource("/logback.xml") == null) {
      boolean isJson = "json".equals(System.getenv("TWINBUS_LOG_FORMAT"));
      setDefault(
          "logback.configurationFile",
          "io/twinbus/receiver/" + (isJson ? "logback-json.xml" : "logback.xml"));
    }
    // Endpoints close connections that idle for half a minute or more; be faster, for a call that
    // meets the closing fails, and nobody knows whether it was handled.
    setDefault("jdk.httpclient.keepalive.timeout", "15");
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private static int run(PrintStream err, String... arguments) throws InterruptedException {
    Service service = new Service();
    int code = USAGE;
    try {
      CommandLine line = CommandLine.parse(arguments);
      if (line.help()) {
        err.print(CommandLine.USAGE);
        return 0;
      }
      String ready = service.start(ServiceContext.open(line));
      CountDownLatch ended = new CountDownLatch(1);
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> drain(service, ended, err), "shutdown"));
      err.println(ready);
      ended.await();
      return 0;
    } catch (UsageException | InvalidSettingException | InvalidNameException e) {
      err.println(e.getMessage());
    } catch (LedgerStartException e) {
      err.println(e.getMessage());
      code = exitCode(e);
    } catch (LeaseNotHeldException | EntityRefusedException e) {
      err.println(e.getMessage());
      code = UNHEALTHY;
    } catch (AdminPortTakenException e) {
      err.println(e.getMessage());
      code = FAILURE;
    } catch (ServerStartupException e) {
      err.println(serverProblem(e));
      code = FAILURE;
    } catch (RuntimeException
        | LinkageError e) { // a class path that lacks a class must end it, too
      err.println("The receiver did not start, for a reason that it does not know; the trace:");
      e.printStackTrace(err);
      code = FAILURE;
    }
    service.close();
    return code;
  }

  private static void drain(Service service, CountDownLatch ended, PrintStream err) {
    err.println("Receiver drains: it takes no more sessions, and calls in hand may end.");
    service.close();
    err.println("Receiver ended.");
    ended.countDown();
  }

  private static int exitCode(LedgerStartException error) {
    return switch (error.reason()) {
      case PLAIN_HTTP -> USAGE;
      case WEAK_CONSISTENCY, SEVERAL_WRITE_REGIONS, STALE_WRITE_ACCEPTED, OTHER_DEPLOYMENT ->
          UNHEALTHY;
      default -> FAILURE;
    };
  }

  private static String serverProblem(ServerStartupException error) {
    for (@Nullable Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return "The port is taken: give another one with --port, or --port 0 for any free one.";
      }
    }
    return "The server for health and counts did not start: " + error.getMessage();
  }
}
