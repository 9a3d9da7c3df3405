package io.twinbus.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.NullMarked;

/** What classes and packages are called, and that null is said to be no value. */
@AnalyzeClasses(packages = "io.twinbus", importOptions = ImportOption.DoNotIncludeTests.class)
class NamesTest {

  @ArchTest
  static final ArchRule NO_NAME_THAT_SAYS_NOTHING =
      noClasses()
          .should()
          .haveNameMatching(".*(Util|Utils|Helper|Helpers|Common|Manager|Impl)")
          .because("a name says what the thing is");

  @ArchTest
  static final ArchRule EVERY_CLASS_IS_IN_A_MODULE =
      classes()
          .should()
          .resideInAnyPackage(
              "io.twinbus.protocol..",
              "io.twinbus.micronaut..",
              "io.twinbus.servicebus..",
              "io.twinbus.ledger..",
              "io.twinbus.sender..",
              "io.twinbus.receiver..",
              "io.twinbus.ops..",
              "io.twinbus.local..",
              "io.twinbus.testkit..",
              "io.twinbus.simulation..",
              "io.twinbus.rehearsal..",
              "io.twinbus.certify..",
              "io.twinbus.console..",
              "io.twinbus.proving..");

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses classes) {
    Set<String> packages = new TreeSet<>();
    Set<String> marked = new TreeSet<>();
    for (JavaClass type : classes) {
      packages.add(type.getPackageName());
      if (type.getPackage().isAnnotatedWith(NullMarked.class)) {
        marked.add(type.getPackageName());
      }
    }
    Assertions.assertThat(marked).isEqualTo(packages);
  }
}
