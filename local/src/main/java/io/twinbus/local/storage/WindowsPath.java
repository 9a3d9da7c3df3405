package io.twinbus.local.storage;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** A path of Windows that was given elsewhere, as to a container: there it names something else. */
public final class WindowsPath {
  private static final Pattern DRIVE_OR_SHARE = Pattern.compile("^([A-Za-z]:([\\\\/]|$)|\\\\\\\\)");

  private WindowsPath() {}

  /** What is wrong with a path, in one sentence; empty: nothing. */
  public static Optional<String> whyNot(Path path) {
    boolean here = path.getFileSystem().getSeparator().equals("/");
    return here && DRIVE_OR_SHARE.matcher(path.toString()).find()
        ? Optional.of(
            "'%s' is a path of Windows and this is another system: name one such as /data."
                .formatted(path))
        : Optional.empty();
  }
}
