package io.twinbus.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** How the product's packages relate: no circle, no name twice, none too large to survey. */
@AnalyzeClasses(
    packages = {
      "io.twinbus.protocol",
      "io.twinbus.micronaut",
      "io.twinbus.servicebus",
      "io.twinbus.ledger",
      "io.twinbus.sender",
      "io.twinbus.receiver",
      "io.twinbus.ops",
      "io.twinbus.certify",
      "io.twinbus.console"
    },
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackagesTest {

  /** A newcomer surveys a package at one look, or not at all. */
  private static final int MOST_TYPES = 40;

  @ArchTest
  static final ArchRule NO_PACKAGE_CIRCLE =
      slices()
          .matching("io.twinbus.(**)")
          .should()
          .beFreeOfCycles()
          .because("a package that needs itself through others cannot be read alone");

  @ArchTest
  static void noTopLevelNameStandsTwice(JavaClasses classes) {
    Map<String, Set<String>> packages = new TreeMap<>();
    for (JavaClass type : classes) {
      if (isTopLevel(type)) {
        packages
            .computeIfAbsent(type.getSimpleName(), name -> new TreeSet<>())
            .add(type.getPackageName());
      }
    }
    packages.values().removeIf(where -> where.size() == 1);

    assertThat(packages).isEmpty();
  }

  @ArchTest
  static void noPackageIsTooLarge(JavaClasses classes) {
    Map<String, Integer> sizes = new TreeMap<>();
    for (JavaClass type : classes) {
      if (isTopLevel(type)) {
        sizes.merge(type.getPackageName(), 1, Integer::sum);
      }
    }
    sizes.values().removeIf(size -> size <= MOST_TYPES);

    assertThat(sizes).isEmpty();
  }

  private static boolean isTopLevel(JavaClass type) {
    // Micronaut writes classes of its own beside ours; their names have a $.
    return type.isTopLevelClass()
        && !type.getName().contains("$")
        && !type.getSimpleName().equals("package-info");
  }
}
