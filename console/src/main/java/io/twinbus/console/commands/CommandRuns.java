package io.twinbus.console.commands;

import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.DoubleSupplier;
import picocli.CommandLine;

/**
 * Runs the operators' commands in this process, as the command line would: the same classes read
 * and decide, and every act goes through the same rules onto the same records.
 *
 * <p>A question that was asked a moment ago is not asked again: all viewers share its answer. At
 * most {@value #QUESTIONS} questions are answered at a time, and {@value #QUESTIONS_WAITING} wait.
 * Acts, with their plans and bodies that are shown, have threads of their own: at most {@value
 * #ACTS} at a time, and {@value #ACTS_WAITING} wait. Thread-safe.
 */
public final class CommandRuns implements AutoCloseable {

  private static final int QUESTIONS = 4;
  private static final int QUESTIONS_WAITING = 32;
  private static final int ACTS = 2;
  private static final int ACTS_WAITING = 8;
  private static final int KEPT = 200;
  private static final Duration BOUND = Duration.ofSeconds(40);
  private static final Duration LONGEST_KEPT = Duration.ofMinutes(5);

  private final CliContext context;
  private final CommandWords complete;
  private final RequestBudget budget;
  private final DoubleSupplier cost;
  private final CommandThreads questions =
      new CommandThreads("console-question", QUESTIONS, QUESTIONS_WAITING);
  private final CommandThreads acts = new CommandThreads("console-act", ACTS, ACTS_WAITING);
  private final Map<List<String>, CompletableFuture<CommandReply>> kept = new LinkedHashMap<>();

  /**
   * Commands in {@code context}, whose ledger is {@code ledger}.
   *
   * @param complete adds what the console was started with
   * @param budget says whether a question that can wait may be asked
   * @param cost the request units so far that count against the budget
   */
  public CommandRuns(
      CliContext context,
      CommandWords complete,
      SharedLedger ledger,
      RequestBudget budget,
      DoubleSupplier cost) {
    this.context =
        new CliContext(
            ledger, context.queues(), context.clocks(), context.pause(), context.environment());
    this.complete = complete;
    this.budget = budget;
    this.cost = cost;
  }

  /**
   * What the command {@code words} tells, not older than {@code fresh}; older, where the budget of
   * request units is spent. Blocks for 40 s at most.
   */
  public CommandReply ask(Duration fresh, String... words) {
    List<String> command = List.of(words);
    CompletableFuture<CommandReply> answer;
    boolean hasRoom = hasRoom();
    synchronized (kept) {
      CompletableFuture<CommandReply> known = kept.get(command);
      if (known != null && isGood(known, fresh, hasRoom)) {
        answer = known;
      } else {
        answer = submit(questions, command, "questions to answer");
        kept.remove(command);
        kept.put(command, answer);
        if (kept.size() > KEPT) {
          kept.remove(kept.keySet().iterator().next());
        }
      }
    }
    return await(answer);
  }

  /**
   * Runs the command {@code words}, which changes something or shows a body, or says what it would
   * change; nothing is kept. Blocks for 40 s at most; the command goes on after that.
   */
  public CommandReply act(List<String> words) {
    CommandReply done = await(submit(acts, words, "acts to carry out"));
    synchronized (kept) {
      kept.clear();
    }
    return done;
  }

  private boolean isGood(CompletableFuture<CommandReply> known, Duration fresh, boolean hasRoom) {
    if (!known.isDone()) {
      return true;
    }
    CommandReply reply = known.getNow(null);
    Duration age = Duration.between(reply.at(), context.wall());
    Duration bound = hasRoom || !reply.isTold() ? fresh : LONGEST_KEPT;
    return age.compareTo(bound) < 0;
  }

  private boolean hasRoom() {
    budget.on(cost.getAsDouble(), context.clocks().now().monotonic());
    return budget.hasRoom();
  }

  private List<String> withJson(List<String> command) {
    List<String> words = new ArrayList<>(command);
    int end = words.indexOf("--");
    words.addAll(end < 0 ? words.size() : end, List.of("--output", "json"));
    return words;
  }

  private CompletableFuture<CommandReply> submit(
      CommandThreads threads, List<String> command, String what) {
    CompletableFuture<CommandReply> answer = new CompletableFuture<>();
    List<String> words = withJson(command);
    if (!threads.run(() -> answer.complete(run(words)))) {
      answer.complete(
          CommandReply.none(
              "The console has too many %s; try again in a few seconds.".formatted(what),
              context.wall()));
    }
    return answer;
  }

  private CommandReply run(List<String> words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine cli = TwinbusCli.with(TwinbusCli.operatorCommands(context), words);
    // An id that begins with @ is an id, and not a file of arguments.
    cli.setExpandAtFiles(false);
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    try {
      int code = cli.execute(complete.of(cli, words));
      return CommandReply.of(code, out.toString(), err.toString(), context.wall());
    } catch (RuntimeException e) {
      return CommandReply.none("This was not expected: " + e, context.wall());
    }
  }

  private CommandReply await(CompletableFuture<CommandReply> answer) {
    Instant at = context.wall();
    try {
      return answer.get(BOUND.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return CommandReply.none(
          "There is no answer within %d s. It may come yet: load the page again, and see the timeline for what was done."
              .formatted(BOUND.toSeconds()),
          at);
    } catch (ExecutionException e) {
      return CommandReply.none("This was not expected: " + e.getCause(), at);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CommandReply.none("The console is being stopped.", at);
    }
  }

  @Override
  public void close() {
    questions.close();
    acts.close();
  }
}
