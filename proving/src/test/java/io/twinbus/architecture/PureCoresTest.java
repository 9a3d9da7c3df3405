package io.twinbus.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;

/**
 * The cores are state machines: events in, effects out, so that a simulation can drive the very
 * same code. They read no clock, start no thread and do no I/O.
 */
@AnalyzeClasses(packages = "io.twinbus", importOptions = ImportOption.DoNotIncludeTests.class)
class PureCoresTest {

  private static final String[] CORES = {
    "io.twinbus.ledger.rules..",
    "io.twinbus.ledger.write..",
    "io.twinbus.sender.pipeline..",
    "io.twinbus.receiver.rules..",
    "io.twinbus.receiver.session.."
  };

  private static final Set<String> CLOCK_READS =
      Set.of("now", "nanoTime", "currentTimeMillis", "systemUTC", "systemDefaultZone");

  /** A URI is a value: it opens no connection. */
  private static final DescribedPredicate<JavaClass> IO =
      resideInAnyPackage(
              "java.io..", "java.net..", "java.nio.channels..", "java.nio.file..", "com.azure..")
          .and(describe("no addresses", type -> !type.getName().startsWith("java.net.URI")));

  /** A map that several threads may use starts none and waits for none: those are allowed. */
  private static final DescribedPredicate<JavaClass> THREADS =
      resideInAnyPackage("java.util.concurrent..", "reactor..", "io.netty..")
          .and(describe("no collections", type -> !type.getSimpleName().startsWith("Concurrent")))
          .or(describe("threads", type -> type.isAssignableTo(Thread.class)));

  @ArchTest
  static final ArchRule NO_IO =
      noClasses().that().resideInAnyPackage(CORES).should().dependOnClassesThat(IO);

  @ArchTest
  static final ArchRule NO_THREADS =
      noClasses().that().resideInAnyPackage(CORES).should().dependOnClassesThat(THREADS);

  @ArchTest
  static final ArchRule NO_CLOCK_READS =
      noClasses().that().resideInAnyPackage(CORES).should().accessTargetWhere(readsAClock());

  /** Whatever the session worker reaches counts, in whichever package it is. */
  @ArchTest
  static void noThreadsAndNoIoWithinReachOfTheSessionWorker(JavaClasses classes) {
    Set<JavaClass> reached = new HashSet<>();
    Deque<JavaClass> next = new ArrayDeque<>();
    next.add(classes.get("io.twinbus.receiver.session.worker.SessionWorker"));
    while (!next.isEmpty()) {
      JavaClass type = next.remove();
      if (type.getPackageName().startsWith("io.twinbus") && reached.add(type)) {
        type.getDirectDependenciesFromSelf().forEach(to -> next.add(to.getTargetClass()));
      }
    }
    Set<String> impure =
        reached.stream()
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .filter(dependency -> IO.or(THREADS).test(dependency.getTargetClass()))
            .map(dependency -> dependency.getDescription())
            .collect(Collectors.toCollection(TreeSet::new));
    Assertions.assertThat(impure).isEmpty();
    Assertions.assertThat(reached).hasSizeGreaterThan(10);
  }

  private static DescribedPredicate<JavaAccess<?>> readsAClock() {
    return describe(
        "a clock is read",
        access ->
            CLOCK_READS.contains(access.getTarget().getName()) && isClock(access.getTargetOwner()));
  }

  private static boolean isClock(JavaClass owner) {
    return owner.getPackageName().equals("java.time") || owner.isEquivalentTo(System.class);
  }
}
