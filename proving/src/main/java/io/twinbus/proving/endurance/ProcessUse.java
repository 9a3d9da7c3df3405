package io.twinbus.proving.endurance;

import java.io.IOException;
import java.util.Set;

/**
 * What a receiver's process uses at one moment.
 *
 * @param heapMebibytes what is live on its heap, right after a full collection
 * @param objects how many of them are of our own classes, values aside
 * @param connections how many Service Bus connections the SDK keeps, open or lost
 * @param threads how many Java threads it has, those of elastic pools aside
 * @param elasticThreads how many threads are in the SDKs' elastic pools
 * @param handles how many files and sockets it has open, its HTTP pools aside
 * @param pooled how many connections are in its HTTP pools
 */
record ProcessUse(
    double heapMebibytes,
    double objects,
    double connections,
    double threads,
    double elasticThreads,
    double handles,
    double pooled) {

  /**
   * What a lost connection holds at least until the SDK lets go of it. Two heap dumps said 508 and
   * 613 KiB, with some 35 links each; over half an hour, with breaks of all kinds, it was some 300
   * on average. To take off too little is the stricter rule.
   */
  private static final double MEBIBYTES_PER_CONNECTION = 0.3;

  /**
   * Collects the garbage of process {@code pid} and looks.
   *
   * @param servers the ports of the HTTP servers that it talks to
   * @throws IOException when it is gone, or another user's
   */
  static ProcessUse of(long pid, Set<Integer> servers) throws IOException, InterruptedException {
    ClassHistogram heap = ClassHistogram.of(pid);
    LiveThreads threads = LiveThreads.of(pid);
    OpenHandles handles = OpenHandles.of(pid, servers);
    return new ProcessUse(
        (double) heap.bytes() / (1 << 20),
        heap.ours(),
        heap.connections(),
        threads.others(),
        threads.elastic(),
        handles.others(),
        handles.pooled());
  }

  /** What is live on the heap besides the SDK's connections, which have a bound of their own. */
  double heapBesidesConnections() {
    return heapMebibytes - connections * MEBIBYTES_PER_CONNECTION;
  }
}
