package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.testkit.ledger.InMemoryLedger;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.slf4j.Logger;

/**
 * Histories of receivers one of whose classes has a bug: the text of the product's source is
 * altered, compiled, and loaded beside the rest.
 *
 * <p>So the product needs no seam for its bugs, and a bug whose place is gone fails by itself.
 */
final class MutatedShell {

  private static final String PRODUCT = "io.twinbus.";
  private static final String SIMULATION = "io.twinbus.simulation.";

  /** The receiver's classes that know each other. */
  private static final List<String> RECEIVER =
      List.of(
          "io.twinbus.receiver.runtime.",
          "io.twinbus.receiver.health.",
          "io.twinbus.receiver.session.");

  /** The same, and what queues of a process share. */
  private static final List<String> SHARES =
      Stream.concat(
              RECEIVER.stream(),
              Stream.of("io.twinbus.receiver.rules.", "io.twinbus.receiver.bytes."))
          .toList();

  /** Where the altered class is, and which classes know it and are loaded anew. */
  enum Place {
    RECEIVER("../receiver/src/main/java/io/twinbus/receiver", MutatedShell.RECEIVER),
    RUNTIME_OF_THE_RECEIVER(
        "../receiver/src/main/java/io/twinbus/receiver/runtime", MutatedShell.RECEIVER),
    SHARES_OF_THE_RECEIVER("../receiver/src/main/java/io/twinbus/receiver", MutatedShell.SHARES),
    RULES_OF_THE_LEDGER("../ledger/src/main/java/io/twinbus/ledger/rules", List.of(PRODUCT)),
    ADMISSION_TO_THE_LEDGER(
        "../ledger/src/main/java/io/twinbus/ledger/admission", List.of(PRODUCT));

    private final Path folder;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> reloaded;

    Place(String folder, List<String> reloaded) {
      this.folder = Path.of(folder);
      this.reloaded = reloaded;
    }
  }

  private MutatedShell() {}

  /** Histories with {@code right} replaced by {@code wrong} in the class {@code name}. */
  static LongFunction<Optional<String>> with(String name, String right, String wrong)
      throws IOException, ReflectiveOperationException {
    return with(Place.RUNTIME_OF_THE_RECEIVER, name, right, wrong, AlteredHistory.class);
  }

  /** The same with histories that the class {@code histories} plays. */
  static LongFunction<Optional<String>> with(
      Class<? extends LongFunction<Optional<String>>> histories,
      String name,
      String right,
      String wrong)
      throws IOException, ReflectiveOperationException {
    return with(Place.RUNTIME_OF_THE_RECEIVER, name, right, wrong, histories);
  }

  /** What {@code player} plays, with {@code right} replaced by {@code wrong} in a class. */
  static LongFunction<Optional<String>> with(
      Place place,
      String name,
      String right,
      String wrong,
      Class<? extends LongFunction<Optional<String>>> player)
      throws IOException, ReflectiveOperationException {
    return histories(loader(place, name, right, wrong).loadClass(player.getName()));
  }

  /**
   * Plays {@code scenario}, a test without parameters, with {@code right} replaced by {@code wrong}
   * in the class at {@code path} below the receiver's package.
   *
   * @return what it complains about; empty: it passes
   */
  static Optional<String> played(
      String path, String right, String wrong, Class<?> tests, String scenario)
      throws IOException, ReflectiveOperationException {
    Class<?> anew = loader(Place.RECEIVER, path, right, wrong).loadClass(tests.getName());
    Constructor<?> constructor = anew.getDeclaredConstructor();
    constructor.setAccessible(true);
    Method method = anew.getDeclaredMethod(scenario);
    method.setAccessible(true);
    try {
      method.invoke(constructor.newInstance());
      return Optional.empty();
    } catch (InvocationTargetException e) {
      return Optional.of(String.valueOf(e.getTargetException().getMessage()));
    }
  }

  private static Loader loader(Place place, String path, String right, String wrong)
      throws IOException {
    Path file = place.folder.resolve(path + ".java");
    String source = Files.readString(file);
    assertThat(source).as("the place for the bug in %s", path).containsOnlyOnce(right);
    String name = String.valueOf(file.getFileName()).replace(".java", "");
    return new Loader(compiled(name, source.replace(right, wrong)), place.reloaded);
  }

  @SuppressWarnings("unchecked") // the class of that name, loaded anew
  private static LongFunction<Optional<String>> histories(Class<?> type)
      throws ReflectiveOperationException {
    return (LongFunction<Optional<String>>) type.getConstructor().newInstance();
  }

  private static Map<String, byte[]> compiled(String name, String source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Map<String, ByteArrayOutputStream> classes = new HashMap<>();
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, null)) {
      JavaFileManager files =
          new ForwardingJavaFileManager<JavaFileManager>(standard) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                Location location, String type, JavaFileObject.Kind kind, FileObject sibling) {
              return new SimpleJavaFileObject(URI.create("memory:///" + type), kind) {
                @Override
                public OutputStream openOutputStream() {
                  return classes.computeIfAbsent(type, none -> new ByteArrayOutputStream());
                }
              };
            }
          };
      JavaFileObject text =
          new SimpleJavaFileObject(
              URI.create("memory:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
              return source;
            }
          };
      List<String> options =
          List.of("-proc:none", "-implicit:none", "-nowarn", "-Xlint:none", "-cp", classPath());
      boolean isCompiled =
          compiler.getTask(complaints, files, null, options, null, List.of(text)).call();
      assertThat(isCompiled).as(complaints::toString).isTrue();
    }
    return classes.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().toByteArray()));
  }

  /** Where the classes are that the product's shells know. */
  private static String classPath() {
    return Stream.of(
            Receiver.class,
            SessionRecord.class,
            SessionId.class,
            InMemoryLedger.class,
            Logger.class,
            NullMarked.class)
        .map(type -> Path.of(URI.create(source(type))).toString())
        .distinct()
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }

  private static String source(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().toString();
  }

  /** Loads the receiver and the simulation anew, the altered classes among them. */
  private static final class Loader extends ClassLoader {

    private final Map<String, byte[]> altered;
    private final List<String> reloaded;

    Loader(Map<String, byte[]> altered, List<String> reloaded) {
      super(MutatedShell.class.getClassLoader());
      this.altered = altered;
      this.reloaded = reloaded;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (reloaded.stream().noneMatch(name::startsWith) && !name.startsWith(SIMULATION)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      byte[] code = altered.get(name);
      try (InputStream real = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (code == null && real == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = code == null ? real.readAllBytes() : code;
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
