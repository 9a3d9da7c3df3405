package io.twinbus.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which package owns the imports of which library. */
@AnalyzeClasses(packages = "io.twinbus", importOptions = ImportOption.DoNotIncludeTests.class)
class LibraryImportsTest {

  // What one would write with the SDKs alone, to compare with and to test the local stack.
  private static final String BENCH = "io.twinbus.proving.bench..";
  private static final String KILL_TEST = "io.twinbus.proving.killtest..";

  @ArchTest
  static final ArchRule PROTOCOL_USES_THE_JDK_ALONE =
      classes()
          .that()
          .resideInAPackage("io.twinbus.protocol..")
          .and()
          .resideOutsideOfPackage("io.twinbus.protocol.configuration..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "javax.crypto..",
              "org.jspecify..",
              "org.apiguardian.api..",
              "io.twinbus.protocol..");

  @ArchTest
  static final ArchRule YAML_IS_PROTOCOL_CONFIGURATION_ALONE =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.twinbus.protocol.configuration..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.yaml..")
          .because("one reader of configuration serves sender, receiver and commands");

  @ArchTest
  static final ArchRule COSMOS_IS_LEDGER_COSMOS_ALONE =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.twinbus.ledger.cosmos..", "io.twinbus.certify.cosmos..", BENCH, KILL_TEST)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.azure.cosmos..");

  @ArchTest
  static final ArchRule SERVICE_BUS_IS_IN_ONE_PACKAGE_A_MODULE =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.twinbus.servicebus..",
              "io.twinbus.sender.servicebus..",
              "io.twinbus.receiver.servicebus..",
              "io.twinbus.ops.servicebus..",
              "io.twinbus.certify.servicebus..",
              BENCH,
              KILL_TEST)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.azure.messaging..", "com.azure.core.amqp..");

  @ArchTest
  static final ArchRule AZURE_IS_WHERE_ITS_CLIENTS_ARE =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.twinbus.ledger.cosmos..",
              "io.twinbus.certify.cosmos..",
              "io.twinbus.servicebus..",
              "io.twinbus.sender.servicebus..",
              "io.twinbus.receiver.servicebus..",
              "io.twinbus.ops.servicebus..",
              "io.twinbus.certify.servicebus..",
              BENCH,
              KILL_TEST)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.azure..");

  @ArchTest
  static final ArchRule MICRONAUT_IS_THE_SERVICES_AND_THE_LISTENERS =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.twinbus.receiver.app..",
              "io.twinbus.receiver.listener..",
              "io.twinbus.console..",
              "io.twinbus.sender.micronaut..",
              "io.twinbus.micronaut..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.micronaut..");

  @ArchTest
  static final ArchRule MICROMETER_IS_SENDER_METRICS_IN_THE_SENDER =
      noClasses()
          .that()
          .resideInAPackage("io.twinbus.sender..")
          .and()
          .resideOutsideOfPackages("io.twinbus.sender.metrics..", "io.twinbus.sender.micronaut..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.micrometer..", "io.twinbus.sender.metrics..")
          .because("applications without Micrometer use the sender, too");

  @ArchTest
  static final ArchRule OPEN_TELEMETRY_IS_TRACING_ALONE =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.twinbus.sender.tracing..",
              "io.twinbus.sender.micronaut..",
              "io.twinbus.receiver.tracing..")
          .and()
          .haveNameNotMatching(".*TracingFactory.*")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.opentelemetry..", "io.twinbus.sender.tracing..", "io.twinbus.receiver.tracing..")
          .because("applications without OpenTelemetry use sender and receiver, too");

  @ArchTest
  static final ArchRule AMQP_ENGINE_IS_LOCAL_ALONE =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.twinbus.local..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.qpid..");

  @ArchTest
  static final ArchRule PICOCLI_IS_THE_COMMAND_LINES_ALONE =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.twinbus.local.cli..",
              "io.twinbus.ops..",
              "io.twinbus.rehearsal..",
              "io.twinbus.certify..",
              "io.twinbus.console..",
              "io.twinbus.proving..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");
}
