package io.twinbus.local.unit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Each layer of the Service Bus endpoint knows only the ones below it. */
@AnalyzeClasses(
    packages = "io.twinbus.local.servicebus",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ServiceBusLayersTest {

  @ArchTest
  static final ArchRule theBrokerDoesNoInputOrOutput =
      noClasses()
          .that()
          .resideInAPackage("..servicebus.broker..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..servicebus.amqp..",
              "..servicebus.transport..",
              "io.netty..",
              "org.apache.qpid..",
              "java.io..",
              "java.net..",
              "java.nio..",
              "java.util.concurrent..");

  @ArchTest
  static final ArchRule amqpKnowsNoSockets =
      noClasses()
          .that()
          .resideInAPackage("..servicebus.amqp..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..servicebus.transport..", "io.netty..", "java.net..");

  @ArchTest
  static final ArchRule socketsKnowNoAmqpEngine =
      noClasses()
          .that()
          .resideInAPackage("..servicebus.transport..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.qpid..");

  @ArchTest
  static final ArchRule noSdkIsUsedToImitateTheService =
      noClasses().should().dependOnClassesThat().resideInAPackage("com.azure..");

  @ArchTest
  static final ArchRule noPackageKnowsOneThatKnowsIt =
      slices().matching("io.twinbus.local.(**)").should().beFreeOfCycles();
}
