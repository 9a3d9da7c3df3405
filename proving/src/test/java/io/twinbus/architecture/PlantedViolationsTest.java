package io.twinbus.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of this package finds the class that was planted for it: none holds by accident. */
class PlantedViolationsTest {

  @TempDir private static Path folder;
  private static JavaClasses classes;

  /** A class that uses another one, which {@code rule} forbids. */
  private record Planted(ArchRule rule, String name, String uses) {

    @Override
    public String toString() {
      return "%s uses %s".formatted(name, uses);
    }

    String source() {
      int dot = name.lastIndexOf('.');
      return "package %s; class %s { Object o = %s; }"
          .formatted(
              name.substring(0, dot),
              name.substring(dot + 1),
              uses.endsWith(")") ? uses : uses + ".class");
    }
  }

  static Stream<Planted> plants() {
    return Stream.of(modules(), libraries(), cores(), names()).flatMap(each -> each);
  }

  private static Stream<Planted> modules() {
    return Stream.of(
        new Planted(
            ModuleImportsTest.PROTOCOL_IMPORTS_NO_MODULE,
            "io.twinbus.protocol.KnowsTheLedger",
            "io.twinbus.ledger.InstanceStats"),
        new Planted(
            ModuleImportsTest.SERVICEBUS_IMPORTS_PROTOCOL,
            "io.twinbus.servicebus.KnowsTheLedger",
            "io.twinbus.ledger.InstanceStats"),
        new Planted(
            ModuleImportsTest.PROTOCOL_MICRONAUT_IMPORTS_PROTOCOL,
            "io.twinbus.micronaut.KnowsTheLedger",
            "io.twinbus.ledger.InstanceStats"),
        new Planted(
            ModuleImportsTest.LEDGER_IMPORTS_PROTOCOL,
            "io.twinbus.ledger.KnowsTheSender",
            "io.twinbus.sender.statistics.CloseReport"),
        new Planted(
            ModuleImportsTest.SENDER_IMPORTS_PROTOCOL,
            "io.twinbus.sender.KnowsTheLedger",
            "io.twinbus.ledger.InstanceStats"),
        new Planted(
            ModuleImportsTest.RECEIVER_IMPORTS_PROTOCOL_AND_LEDGER,
            "io.twinbus.receiver.KnowsTheSender",
            "io.twinbus.sender.statistics.CloseReport"),
        new Planted(
            ModuleImportsTest.OPS_CLI_IMPORTS_PROTOCOL_AND_LEDGER,
            "io.twinbus.ops.KnowsTheReceiver",
            "io.twinbus.receiver.Outcome"),
        new Planted(
            ModuleImportsTest.LOCAL_IMPORTS_NO_PRODUCT_MODULE,
            "io.twinbus.local.KnowsTheProduct",
            "io.twinbus.protocol.SessionId"),
        new Planted(
            ModuleImportsTest.TESTKIT_IMPORTS_PRODUCT_AND_LOCAL,
            "io.twinbus.testkit.KnowsTheCommandLine",
            "io.twinbus.ops.ExitCode"),
        new Planted(
            ModuleImportsTest.SIMULATION_IMPORTS_PRODUCT_AND_TESTKIT,
            "io.twinbus.simulation.KnowsTheCommandLine",
            "io.twinbus.ops.ExitCode"));
  }

  private static Stream<Planted> libraries() {
    return Stream.of(
        new Planted(
            LibraryImportsTest.PROTOCOL_USES_THE_JDK_ALONE,
            "io.twinbus.protocol.UsesJackson",
            "com.fasterxml.jackson.databind.JsonNode"),
        new Planted(
            LibraryImportsTest.YAML_IS_PROTOCOL_CONFIGURATION_ALONE,
            "io.twinbus.receiver.region.UsesYaml",
            "org.yaml.snakeyaml.Yaml"),
        new Planted(
            LibraryImportsTest.COSMOS_IS_LEDGER_COSMOS_ALONE,
            "io.twinbus.ledger.UsesCosmos",
            "com.azure.cosmos.CosmosClient"),
        new Planted(
            LibraryImportsTest.SERVICE_BUS_IS_IN_ONE_PACKAGE_A_MODULE,
            "io.twinbus.ops.command.UsesServiceBus",
            "com.azure.messaging.servicebus.ServiceBusClientBuilder"),
        new Planted(
            LibraryImportsTest.AZURE_IS_WHERE_ITS_CLIENTS_ARE,
            "io.twinbus.receiver.session.UsesAzure",
            "com.azure.core.util.Context"),
        new Planted(
            LibraryImportsTest.MICRONAUT_IS_THE_SERVICES_AND_THE_LISTENERS,
            "io.twinbus.receiver.handler.UsesMicronaut",
            "io.micronaut.context.ApplicationContext"),
        new Planted(
            LibraryImportsTest.MICROMETER_IS_SENDER_METRICS_IN_THE_SENDER,
            "io.twinbus.sender.UsesMicrometer",
            "io.micrometer.core.instrument.MeterRegistry"),
        new Planted(
            LibraryImportsTest.OPEN_TELEMETRY_IS_TRACING_ALONE,
            "io.twinbus.receiver.session.UsesOpenTelemetry",
            "io.twinbus.receiver.tracing.ReceiverTracing"),
        new Planted(
            LibraryImportsTest.AMQP_ENGINE_IS_LOCAL_ALONE,
            "io.twinbus.testkit.UsesTheEngine",
            "org.apache.qpid.proton.Proton"),
        new Planted(
            LibraryImportsTest.PICOCLI_IS_THE_COMMAND_LINES_ALONE,
            "io.twinbus.receiver.app.UsesPicocli",
            "picocli.CommandLine"));
  }

  private static Stream<Planted> cores() {
    return Stream.of(
        new Planted(
            PureCoresTest.NO_IO, "io.twinbus.ledger.rules.ReadsAFile", "java.nio.file.Files"),
        new Planted(
            PureCoresTest.NO_THREADS,
            "io.twinbus.sender.pipeline.StartsAThread",
            "java.util.concurrent.Executor"),
        new Planted(
            PureCoresTest.NO_CLOCK_READS,
            "io.twinbus.receiver.rules.ReadsAClock",
            "java.time.Instant.now()"));
  }

  private static Stream<Planted> names() {
    return Stream.of(
        new Planted(
            NamesTest.NO_NAME_THAT_SAYS_NOTHING, "io.twinbus.ops.TextUtils", "java.lang.String"),
        new Planted(
            NamesTest.EVERY_CLASS_IS_IN_A_MODULE, "io.twinbus.stray.Stray", "java.lang.String"));
  }

  @BeforeAll
  static void plant() throws IOException {
    Map<String, String> sources =
        plants().collect(Collectors.toMap(Planted::name, Planted::source));
    sources.put(
        "io.twinbus.receiver.session.worker.SessionWorker",
        "package io.twinbus.receiver.session.worker; class SessionWorker { Sleeper sleeper; }");
    sources.put(
        "io.twinbus.receiver.session.worker.Sleeper",
        "package io.twinbus.receiver.session.worker; class Sleeper { Thread thread; }");
    sources.put(
        "io.twinbus.sender.message.KnowsTheLink",
        "package io.twinbus.sender.message;"
            + " public class KnowsTheLink { Object o = io.twinbus.sender.link.KnowsTheMessage.class; }");
    sources.put(
        "io.twinbus.sender.link.KnowsTheMessage",
        "package io.twinbus.sender.link;"
            + " public class KnowsTheMessage { io.twinbus.sender.message.KnowsTheLink message; }");
    classes = Plants.in(folder, sources);
  }

  @ParameterizedTest
  @MethodSource("plants")
  void isFound(Planted planted) {
    assertThat(planted.rule().evaluate(classes).getFailureReport().getDetails())
        .anyMatch(detail -> detail.contains("<" + planted.name()));
  }

  @Test
  void aThreadWithinReachOfTheSessionWorkerIsFound() {
    assertThatThrownBy(() -> PureCoresTest.noThreadsAndNoIoWithinReachOfTheSessionWorker(classes))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Sleeper.thread");
  }

  @Test
  void aPackageCircleIsFound() {
    assertThat(PackagesTest.NO_PACKAGE_CIRCLE.evaluate(classes).getFailureReport().getDetails())
        .anyMatch(detail -> detail.contains("<io.twinbus.sender.link.KnowsTheMessage"));
  }

  @Test
  void aPackageThatIsNotNullMarkedIsFound() {
    assertThatThrownBy(() -> NamesTest.everyPackageIsNullMarked(classes))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("io.twinbus.stray");
  }
}
