package io.twinbus.proving.endurance;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The Java threads of a process.
 *
 * @param elastic workers of Reactor's bounded elastic pools, in which the SDKs run what may block:
 *     a pool starts one more whenever all are busy, up to ten or twenty a processor, and ends one
 *     that was idle for a minute
 * @param others all others
 */
record LiveThreads(long elastic, long others) {

  private static final Pattern NAME = Pattern.compile("^\"(.*)\" #\\d+.*");
  private static final Pattern ELASTIC =
      Pattern.compile(".*bounded-?elastic-\\d+", Pattern.CASE_INSENSITIVE);

  /**
   * Counts those of process {@code pid}.
   *
   * @throws IOException when it is gone, or another user's
   */
  static LiveThreads of(long pid) throws IOException, InterruptedException {
    return parse(Jcmd.ask(pid, "Thread.print"));
  }

  /** Reads what {@code jcmd} prints: a line with name and number for each, then its stack. */
  static LiveThreads parse(List<String> lines) throws IOException {
    List<String> names =
        lines.stream().map(NAME::matcher).filter(m -> m.matches()).map(m -> m.group(1)).toList();
    if (names.isEmpty()) {
      throw new IOException("This is no list of threads: " + lines.stream().limit(3).toList());
    }
    long elastic = names.stream().filter(name -> ELASTIC.matcher(name).matches()).count();
    return new LiveThreads(elastic, names.size() - elastic);
  }
}
