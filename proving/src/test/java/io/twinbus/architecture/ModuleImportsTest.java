package io.twinbus.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which module may import which: whatever is not named here for a module, it must not import. */
@AnalyzeClasses(packages = "io.twinbus", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleImportsTest {

  @ArchTest
  static final ArchRule PROTOCOL_IMPORTS_NO_MODULE =
      module("protocol")
          .because("it is what senders and receivers agree on, without anything of theirs");

  @ArchTest static final ArchRule SERVICEBUS_IMPORTS_PROTOCOL = module("servicebus", "protocol");

  @ArchTest
  static final ArchRule PROTOCOL_MICRONAUT_IMPORTS_PROTOCOL = module("micronaut", "protocol");

  @ArchTest static final ArchRule LEDGER_IMPORTS_PROTOCOL = module("ledger", "protocol");

  @ArchTest
  static final ArchRule SENDER_IMPORTS_PROTOCOL =
      module("sender", "protocol", "servicebus", "micronaut");

  @ArchTest
  static final ArchRule RECEIVER_IMPORTS_PROTOCOL_AND_LEDGER =
      module("receiver", "protocol", "servicebus", "ledger", "micronaut");

  @ArchTest
  static final ArchRule OPS_CLI_IMPORTS_PROTOCOL_AND_LEDGER =
      module("ops", "protocol", "servicebus", "ledger");

  @ArchTest
  static final ArchRule CONSOLE_IMPORTS_THE_OPERATORS_COMMANDS =
      module("console", "protocol", "ledger", "ops")
          .because("it shows what commands tell, and decides nothing itself");

  @ArchTest
  static final ArchRule LOCAL_IMPORTS_NO_PRODUCT_MODULE =
      module("local").because("a stand-in that shares code with the product shares its mistakes");

  @ArchTest
  static final ArchRule TESTKIT_IMPORTS_PRODUCT_AND_LOCAL =
      module("testkit", "protocol", "micronaut", "ledger", "sender", "receiver", "local");

  @ArchTest
  static final ArchRule SIMULATION_IMPORTS_PRODUCT_AND_TESTKIT =
      module("simulation", "protocol", "ledger", "sender", "receiver", "testkit");

  @ArchTest
  static final ArchRule REHEARSAL_DOES_WITHOUT_WHAT_ONLY_PROVES =
      module(
              "rehearsal",
              "protocol",
              "ledger",
              "sender",
              "receiver",
              "ops",
              "console",
              "local",
              "testkit")
          .because("users run it without our benchmarks and simulations");

  @ArchTest
  static final ArchRule CERTIFY_TRIES_SERVICES_WITHOUT_OUR_STAND_IN =
      module("certify", "protocol", "servicebus", "ledger", "ops");

  private static ArchRule module(String name, String... allowed) {
    String[] others =
        java.util.stream.Stream.of(
                "protocol",
                "servicebus",
                "micronaut",
                "ledger",
                "sender",
                "receiver",
                "ops",
                "console",
                "local",
                "testkit",
                "simulation",
                "rehearsal",
                "certify",
                "proving")
            .filter(other -> !other.equals(name))
            .filter(other -> !java.util.List.of(allowed).contains(other))
            .map(ModuleImportsTest::packages)
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(packages(name))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .as("%s imports of the other modules only %s".formatted(name, String.join(", ", allowed)));
  }

  private static String packages(String module) {
    return "io.twinbus." + module + "..";
  }
}
