package io.twinbus.rehearsal.input;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One run of git on a repository, its output read as fields that end with NUL. */
final class GitCommand {

  private static final int MAX_FIELD_BYTES = 64 * 1024;

  private final Path repository;

  GitCommand(Path repository) {
    this.repository = repository;
  }

  /**
   * Runs git with {@code arguments} and hands each field of its output to {@code field}.
   *
   * @throws InputException when git is not there or refuses, with git's own first line
   */
  void run(List<String> arguments, Consumer<String> field) {
    List<String> command = new ArrayList<>(List.of("git", "-C", repository.toString()));
    command.addAll(arguments);
    try {
      Path errors = Files.createTempFile("twinbus-git", ".txt");
      try {
        run(command, errors, field);
      } finally {
        Files.deleteIfExists(errors);
      }
    } catch (IOException e) {
      throw new InputException("git cannot be run; --git-history needs it on the PATH.");
    }
  }

  private void run(List<String> command, Path errors, Consumer<String> field) throws IOException {
    Process git = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    git.getOutputStream().close();
    try (InputStream out = new BufferedInputStream(git.getInputStream())) {
      readFields(out, field);
      if (git.waitFor() != 0) {
        String why = Files.readString(errors).lines().findFirst().orElse("no reason given");
        throw new InputException("git cannot read %s: %s.".formatted(repository, why));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException("Interrupted while git was reading %s.".formatted(repository));
    } finally {
      git.destroyForcibly();
    }
  }

  private void readFields(InputStream out, Consumer<String> field) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = out.read(); next >= 0; next = out.read()) {
      if (next == 0) {
        field.accept(text(bytes.toByteArray()));
        bytes.reset();
      } else if (bytes.size() == MAX_FIELD_BYTES) {
        throw new InputException("git shows a path of more than 65,536 bytes.");
      } else {
        bytes.write(next);
      }
    }
    if (bytes.size() > 0) {
      field.accept(text(bytes.toByteArray()));
    }
  }

  /** A path is any bytes to git; one that is not UTF-8 is read byte by byte, the same each time. */
  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }
}
