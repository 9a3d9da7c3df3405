package io.twinbus.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/** Every public and protected member of the types that are marked with {@link API}, as text. */
final class ApiListing {

  /** The modules with something marked. */
  private static final List<String> MODULES =
      List.of(
          "protocol",
          "ledger",
          "sender",
          "receiver",
          "receiver-micronaut",
          "spring-boot-starter",
          "local",
          "local-junit",
          "local-testcontainers",
          "testkit",
          "testkit-micronaut",
          "spring-boot-test");

  private static final Set<JavaModifier> COMPILERS_OWN =
      Set.of(JavaModifier.SYNTHETIC, JavaModifier.BRIDGE);

  private ApiListing() {}

  static String text() {
    return MODULES.stream().map(ApiListing::module).collect(Collectors.joining("\n"));
  }

  private static String module(String name) {
    return new ClassFileImporter()
        .importPath(classes(name)).stream()
            .filter(ApiListing::isMarked)
            .sorted(Comparator.comparing(JavaClass::getName))
            .map(ApiListing::type)
            .collect(Collectors.joining("", "# " + name + "\n", ""));
  }

  private static Path classes(String module) {
    Path found =
        Stream.of("target/classes", "target/fast/main")
            .map(Path.of("..", module)::resolve)
            .filter(Files::isDirectory)
            .findFirst()
            .orElseThrow(
                () -> new IllegalStateException("Build first: there are no classes of " + module));
    return found;
  }

  private static boolean isMarked(JavaClass type) {
    if (!type.getModifiers().contains(JavaModifier.PUBLIC) || type.getName().contains("$$")) {
      return false;
    }
    return type.isAnnotatedWith(API.class)
        || type.getPackage().isAnnotatedWith(API.class)
        || type.getEnclosingClass().map(ApiListing::isMarked).orElse(false);
  }

  private static String type(JavaClass type) {
    return Stream.concat(type.getFields().stream(), type.getCodeUnits().stream())
        .filter(ApiListing::isVisible)
        .map(ApiListing::line)
        .sorted()
        .collect(Collectors.joining("", type.getName() + "\n", ""));
  }

  private static boolean isVisible(JavaMember member) {
    Set<JavaModifier> modifiers = member.getModifiers();
    return modifiers.stream().noneMatch(COMPILERS_OWN::contains)
        && (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED));
  }

  private static String line(JavaMember member) {
    if (member instanceof JavaField field) {
      return "  %s: %s\n".formatted(field.getName(), field.getRawType().getSimpleName());
    }
    JavaCodeUnit code = (JavaCodeUnit) member;
    return "  %s(%s): %s\n"
        .formatted(
            code.getName().equals("<init>") ? "new" : code.getName(),
            code.getRawParameterTypes().stream()
                .map(JavaClass::getSimpleName)
                .collect(Collectors.joining(", ")),
            code.getRawReturnType().getSimpleName());
  }
}
