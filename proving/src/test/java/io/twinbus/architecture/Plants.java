package io.twinbus.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Classes that break a rule on purpose: compiled into a folder, and imported from there alone. */
final class Plants {

  private Plants() {}

  /**
   * Compiles {@code sources}, by the name of their class, against what is on the class path.
   *
   * @return them, and no other class
   */
  static JavaClasses in(Path folder, Map<String, String> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    boolean isDone =
        compiler
            .getTask(
                said,
                null,
                null,
                List.of(
                    "-d",
                    folder.toString(),
                    "-proc:none",
                    "-nowarn",
                    "-cp",
                    System.getProperty("java.class.path")),
                null,
                sources.entrySet().stream()
                    .map(source -> new Source(source.getKey(), source.getValue()))
                    .toList())
            .call();
    if (!isDone) {
      throw new IOException("Plants do not compile: " + said);
    }
    return new ClassFileImporter().importPath(folder);
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String name, String text) {
      super(
          URI.create("string:///" + name.replace('.', '/') + JavaFileObject.Kind.SOURCE.extension),
          JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
