package io.twinbus.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** No package depends, over any way, on a package that depends on it. */
@AnalyzeClasses(packages = "io.twinbus", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageCirclesTest {

  @ArchTest
  static final ArchRule NO_CIRCLE_IN_THE_SENDER =
      slices().assignedFrom(packagesBelow("io.twinbus.sender")).should().beFreeOfCycles();

  private static SliceAssignment packagesBelow(String root) {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(root) || name.startsWith(root + ".")
            ? SliceIdentifier.of(name)
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "the packages of " + root;
      }
    };
  }
}
