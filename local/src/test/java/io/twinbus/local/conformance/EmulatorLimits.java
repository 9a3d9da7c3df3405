package io.twinbus.local.conformance;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The rules that Microsoft's emulators do not keep, each with the reason and who says so. Against
 * an emulator they are not run, and a line says why; on Azure and the local stack they are.
 *
 * <p>An emulator is told by its address: the development switch in a connection string, an account
 * without TLS. What only the local stack can be asked (outages, changes of an entity) is left out
 * elsewhere by {@link ServiceBusTarget#local} and {@link CosmosTarget#local}, waits beyond patience
 * by {@link Remote#wait}.
 */
final class EmulatorLimits implements ExecutionCondition {

  private static final String QUICK_TEST =
      "https://learn.microsoft.com/azure/service-bus-messaging/test-locally-with-service-bus-emulator";
  private static final String FEATURES =
      "https://learn.microsoft.com/azure/cosmos-db/emulator-linux#feature-support";
  private static final String ISSUES =
      "https://github.com/Azure/azure-cosmos-db-emulator-docker/issues/";

  /** A rule that is not kept. */
  record Limit(String rule, String reason, String source) {}

  private static final List<Limit> LIMITS =
      List.of(
          limit("sb-sas-wrong-key", "its key is a placeholder that everybody has", QUICK_TEST),
          limit("sb-sas-wrong-name", "its key is a placeholder that everybody has", QUICK_TEST),
          limit("cosmos-charge-query", "it counts no request units", FEATURES),
          limit("cosmos-charge-read", "it counts no request units", FEATURES),
          limit("cosmos-charge-refused", "it counts no request units", FEATURES),
          limit("cosmos-charge-write", "it counts no request units", FEATURES),
          limit("cosmos-index-excluded", "it takes no indexing policy", FEATURES),
          limit("cosmos-order-needs-index", "it takes no indexing policy", FEATURES),
          limit("cosmos-order-composite", "it takes no indexing policy", FEATURES),
          limit("cosmos-batch-nothing", "in a batch it ignores If-Match", ISSUES + 302),
          limit("cosmos-batch-hundred", "it takes longer batches", ISSUES + 292),
          limit("cosmos-batch-size", "it takes larger batches", ISSUES + 292),
          limit("cosmos-item-size", "it takes larger items, or fails with 500", ISSUES + 292),
          limit("cosmos-patch-condition", "some conditions it answers with 500", ISSUES + 316));

  static List<Limit> all() {
    return LIMITS;
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), Rule.class)
        .flatMap(rule -> limit(rule.id()))
        .flatMap(limit -> emulatorOf(limit.rule()).map(remote -> leftOut(remote, limit)))
        .orElseGet(() -> ConditionEvaluationResult.enabled("no limit of an emulator"));
  }

  /** The emulator that the rule would be run against; empty where it is no emulator. */
  private static Optional<Remote> emulatorOf(String rule) {
    return rule.startsWith("sb-") ? ServiceBusTarget.emulator() : CosmosTarget.emulator();
  }

  private static ConditionEvaluationResult leftOut(Remote remote, Limit limit) {
    String why = limit.reason() + " (" + limit.source() + ")";
    return ConditionEvaluationResult.disabled(remote.notRun(limit.rule(), why).getMessage());
  }

  private static Optional<Limit> limit(String rule) {
    return LIMITS.stream().filter(each -> each.rule().equals(rule)).findFirst();
  }

  private static Limit limit(String rule, String reason, String source) {
    return new Limit(rule, reason, source);
  }
}
