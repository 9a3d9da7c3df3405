package io.twinbus.proving.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A directory with our launcher and the layout of our modules, whose JDK and Maven are scripts that
 * say how they were called.
 */
final class Checkout {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Instant BUILT = Instant.parse("2026-01-02T00:00:00Z");
  private static final Instant BEFORE = BUILT.minusSeconds(60);
  private static final Instant AFTER = BUILT.plusSeconds(60);
  private static final long BOUND_SECONDS = 60;

  private final Path directory;

  private Checkout(Path directory) {
    this.directory = directory;
  }

  /** One in {@code directory} whose build is newer than its sources. */
  static Checkout builtIn(Path directory) throws IOException {
    Checkout checkout = new Checkout(directory);
    Files.copy(ROOT.resolve("twinbus"), directory.resolve("twinbus"));
    checkout.script("mvnw", "echo \"maven $*\" >&2\nmkdir -p proving/target/app");
    checkout.script("jdk/bin/javac", "exit 1");
    checkout.script(
        "jdk/bin/java",
        "case \"$*\" in\n*-XshowSettings*) echo \"    java.home = "
            + directory.resolve("jdk")
            + "\" >&2 ;;\n*-Xshare:dump*) ;;\n*) echo \"java $*\" ;;\nesac");
    Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    checkout.file("pom.xml", BEFORE);
    for (String module : modules()) {
      checkout.file(module + "/pom.xml", BEFORE);
      checkout.file(source(module), BEFORE);
    }
    checkout.file("proving/target/app/.built", BUILT);
    return checkout;
  }

  /** The modules that the launcher needs: all of the build but the examples. */
  static List<String> modules() throws IOException {
    return MODULE
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(found -> found.group(1))
        .filter(module -> !module.startsWith("examples/"))
        .toList();
  }

  /** Lets the launcher start the real program on this Java, in place of a script. */
  void installProgram() throws IOException {
    Files.delete(directory.resolve("jdk/bin/java"));
    Files.createSymbolicLink(
        directory.resolve("jdk/bin/java"),
        Path.of(System.getProperty("java.home"), "bin", "java").toRealPath());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" ")));
    Path app = directory.resolve("proving/target/app");
    new JarOutputStream(Files.newOutputStream(app.resolve("program.jar")), manifest).close();
    Files.setLastModifiedTime(app, FileTime.from(BEFORE));
  }

  /** Edits a source of {@code module} after the build. */
  void edit(String module) throws IOException {
    file(source(module), AFTER);
  }

  /** How Maven was called for the last build. */
  String build() throws IOException {
    return Files.readString(directory.resolve("proving/target/build.log"));
  }

  /** What the launcher prints, on both outputs, when it is run with {@code arguments}. */
  String run(List<String> before, String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(before);
    line.add(directory.resolve("twinbus").toString());
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("The launcher failed: " + said);
    }
    return said;
  }

  private static String source(String module) {
    return module + "/src/main/java/Some.java";
  }

  private void file(String name, Instant modified) throws IOException {
    Path relative = Path.of(name);
    Path file = directory.resolve(relative);
    createParents(relative);
    Files.writeString(file, "");
    Files.setLastModifiedTime(file, FileTime.from(modified));
    for (int depth = 1; depth < relative.getNameCount(); depth++) {
      Files.setLastModifiedTime(
          directory.resolve(relative.subpath(0, depth)), FileTime.from(BEFORE));
    }
  }

  private void createParents(Path relative) throws IOException {
    if (relative.getNameCount() > 1) {
      Files.createDirectories(directory.resolve(relative.subpath(0, relative.getNameCount() - 1)));
    }
  }

  private void script(String name, String body) throws IOException {
    Path file = directory.resolve(name);
    createParents(Path.of(name));
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    if (!file.toFile().setExecutable(true)) {
      throw new IOException(file + " cannot be made executable.");
    }
  }
}
