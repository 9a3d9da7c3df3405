package io.twinbus.proving.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.time.MonotonicTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a look reads of a process. */
class ProcessLookTest {

  @Test
  void readsAClassHistogram() throws IOException {
    ClassHistogram read =
        ClassHistogram.parse(
            """
            4242:
             num     #instances         #bytes  class name (module)
            -------------------------------------------------------
               1:         91995        1015424  [B (java.base@17.0.15)
               2:             7            672  com.azure.messaging.servicebus.implementation.ServiceBusReactorAmqpConnection
               3:            12            384  io.twinbus.receiver.servicebus.LockedSession
               4:             8            192  io.twinbus.receiver.servicebus.Acceptor$$Lambda$1549/0x00007f450d8b5148
               5:           322          10304  io.twinbus.receiver.session.GapSightings$Sight
            Total        599351       31494608
            """
                .lines()
                .toList());

    assertThat(read.bytes()).isEqualTo(31_494_608);
    assertThat(read.connections()).isEqualTo(7);
    assertThat(read.ours()).isEqualTo(20);
  }

  @Test
  void somethingElseIsNoHistogram() {
    assertThatThrownBy(() -> ClassHistogram.parse(List.of("4242: no such process")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no class histogram");
  }

  @Test
  void tellsTheThreadsOfElasticPoolsFromOthers() throws IOException {
    LiveThreads read =
        LiveThreads.parse(
            """
            4242:
            Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode):

            "boundedElastic-12" #81 daemon prio=5 os_prio=0 cpu=1.0ms elapsed=1.0s tid=0x1 nid=0x2 waiting
               java.lang.Thread.State: WAITING (parking)
            "bulk-executor-bounded-elastic-3" #82 daemon prio=5 os_prio=0 tid=0x1 nid=0x3 waiting
            "boundedElastic-evictor-1" #83 daemon prio=5 os_prio=0 tid=0x1 nid=0x4 waiting
            "receiverPump-1" #84 prio=5 os_prio=0 tid=0x1 nid=0x5 runnable
            """
                .lines()
                .toList());

    assertThat(read).isEqualTo(new LiveThreads(2, 2));
  }

  @Test
  void somethingElseIsNoListOfThreads() {
    assertThatThrownBy(() -> LiveThreads.parse(List.of("4242: no such process")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no list of threads");
  }

  @Test
  void findsTheSocketsOfAPoolByTheServersPort() {
    List<String> table =
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:9C40 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 5551 1
           1: 0100007F:1F90 0100007F:9C41 01 00000000:00000000 00:00000000 00000000     0        0 5552 1
           2: 0000000000000000FFFF00000100007F:9C42 0000000000000000FFFF00000100007F:1F91 01 0:0 0:0 0 0 0 5553 1
        """
            .lines()
            .toList();

    assertThat(OpenHandles.socketsTo(Set.of(8080), table)).containsExactly("socket:[5551]");
    assertThat(OpenHandles.socketsTo(Set.of(8081), table)).containsExactly("socket:[5553]");
  }

  @Test
  void aLossIsOverWhenTheTokenWouldHaveBeenRenewed() {
    Losses losses = new Losses();
    MonotonicTime begin = new MonotonicTime(0);

    losses.add(begin);
    losses.add(begin.plus(Duration.ofMinutes(5)));

    assertThat(losses.kept(begin.plus(Duration.ofMinutes(18)))).isEqualTo(2);
    assertThat(losses.kept(begin.plus(Losses.KEPT))).isEqualTo(1);
    assertThat(losses.kept(begin.plus(Duration.ofMinutes(30)))).isZero();
  }

  @Test
  void looksAtItself() throws IOException, InterruptedException {
    ProcessUse use = ProcessUse.of(ProcessHandle.current().pid(), Set.of());

    assertThat(use.heapMebibytes()).isPositive();
    assertThat(use.objects()).isPositive();
    assertThat(use.threads()).isPositive();
    assertThat(use.handles()).isPositive();
    assertThat(use.pooled()).isZero();
  }
}
