package io.twinbus.receiver.runtime;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.receiver.health.HandlerReport;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** How a receiver stands, all its queues together. */
final class ReceiverStatuses {

  private ReceiverStatuses() {}

  /**
   * Sums load and turnover. A handler or a region counts as its worst queue has it; paused is a
   * receiver whose queues all are.
   */
  static ReceiverStatus together(Map<EntityKey, ReceiverStatus> statuses) {
    ReceiverStatus first = statuses.values().iterator().next();
    if (statuses.size() == 1) {
      return first;
    }
    Collection<ReceiverStatus> all = statuses.values();
    return new ReceiverStatus(
        first.instance(),
        first.leaseMargin(),
        load(all),
        new ReceiverStatus.Turnover(
            all.stream().mapToLong(each -> each.turnover().accepted()).sum(),
            all.stream().mapToLong(each -> each.turnover().sentAway()).sum()),
        handler(statuses),
        pause(all),
        first.buffered(),
        first.ledger(),
        regionTrouble(statuses),
        first.ledgerTrouble(),
        first.stall());
  }

  private static ReceiverStatus.Load load(Collection<ReceiverStatus> all) {
    return new ReceiverStatus.Load(
        sum(all, ReceiverStatus.Load::sessions),
        sum(all, ReceiverStatus.Load::parked),
        sum(all, ReceiverStatus.Load::blocked),
        all.stream()
            .map(each -> each.load().oldest().orElse(null))
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder()),
        sum(all, ReceiverStatus.Load::claimed),
        sum(all, ReceiverStatus.Load::inHand),
        all.stream().mapToLong(each -> each.load().handlerCalls()).sum(),
        sum(all, ReceiverStatus.Load::handlersRunning),
        sum(all, ReceiverStatus.Load::handlersOverdue));
  }

  private static int sum(
      Collection<ReceiverStatus> all, ToIntFunction<ReceiverStatus.Load> figure) {
    return all.stream().mapToInt(each -> figure.applyAsInt(each.load())).sum();
  }

  private static HandlerReport handler(Map<EntityKey, ReceiverStatus> statuses) {
    Map.Entry<EntityKey, ReceiverStatus> worst =
        statuses.entrySet().stream()
            .max(Comparator.comparing(each -> each.getValue().handler().state()))
            .orElseThrow();
    HandlerReport report = worst.getValue().handler();
    return new HandlerReport(
        report.state(),
        report.since(),
        report.reason().isEmpty() ? "" : worst.getKey() + ": " + report.reason(),
        statuses.values().stream().mapToLong(each -> each.handler().endedWell()).sum(),
        report.endedWellAt());
  }

  private static Optional<Directive.Pause> pause(Collection<ReceiverStatus> all) {
    return all.stream().allMatch(each -> each.pause().isPresent())
        ? all.stream()
            .flatMap(each -> each.pause().stream())
            .min(Comparator.comparing(Directive.Pause::until))
        : Optional.empty();
  }

  private static Optional<String> regionTrouble(Map<EntityKey, ReceiverStatus> statuses) {
    String troubles =
        statuses.entrySet().stream()
            .filter(each -> each.getValue().regionTrouble().isPresent())
            .map(each -> each.getKey() + ": " + each.getValue().regionTrouble().orElse(""))
            .collect(Collectors.joining("; "));
    return troubles.isEmpty() ? Optional.empty() : Optional.of(troubles);
  }
}
