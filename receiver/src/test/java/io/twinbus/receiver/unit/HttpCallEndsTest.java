package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.HandlerOutcome;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How a call ends that is given up, or whose connection breaks. */
class HttpCallEndsTest {

  @AutoClose private final HttpEndpoint endpoint = new HttpEndpoint();

  @Test
  void anAnswerWithinTheGraceStillCounts() {
    endpoint.hang();
    CompletableFuture<HandlerOutcome> call = endpoint.start(Duration.ofSeconds(20));
    await().until(() -> !endpoint.seenBody().isEmpty());

    call.cancel(true);
    endpoint.goOn();

    assertThat(call.orTimeout(60, TimeUnit.SECONDS).join())
        .isEqualTo(new HandlerOutcome.Completed());
  }

  @Test
  void aCallThatIsGivenUpIsReportedOnlyAfterItsClaimIsRenewed() {
    endpoint.hang();
    CompletableFuture<HandlerOutcome> call = endpoint.start(Duration.ofSeconds(5));
    await().until(() -> !endpoint.seenBody().isEmpty());

    call.cancel(true);
    endpoint.timer.pass(Duration.ofMillis(9_999));
    assertThat(call).isNotDone();
    endpoint.timer.pass(Duration.ofMillis(1));

    assertThat(call)
        .isCompletedWithValue(
            new HandlerOutcome.EndUnknown("The endpoint did not answer in time."));
  }

  @Test
  void aConnectionThatBreaksInMidCallLeavesTheEndUnknown() throws Exception {
    try (ServerSocket rude = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<HandlerOutcome> call =
          endpoint.start(rude.getLocalPort(), Duration.ofSeconds(20));
      rude.accept().close();

      assertThat(((HandlerOutcome.EndUnknown) call.orTimeout(60, TimeUnit.SECONDS).join()).reason())
          .contains("broke the connection off");
    }
  }

  /** The status came and the body did not: the endpoint may have acted, so the end is unknown. */
  @Test
  void anAnswerThatBreaksOffInItsBodyLeavesTheEndUnknown() throws Exception {
    try (ServerSocket rude = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<HandlerOutcome> call =
          endpoint.start(rude.getLocalPort(), Duration.ofSeconds(20));
      try (Socket connection = rude.accept()) {
        connection
            .getOutputStream()
            .write(
                "HTTP/1.1 422 Unprocessable\r\nContent-Length: 100\r\n\r\nunknown"
                    .getBytes(StandardCharsets.UTF_8));
      }

      assertThat(call.orTimeout(60, TimeUnit.SECONDS).join())
          .isInstanceOf(HandlerOutcome.EndUnknown.class);
    }
  }

  /** The process ends: nobody is left who would end the call later. */
  @Test
  void aCallThatIsCancelledAfterItsTimerHasEndedEndsAtOnce() {
    endpoint.hang();
    ScheduledExecutorService ended = Executors.newSingleThreadScheduledExecutor();
    ended.shutdownNow();
    CompletableFuture<HandlerOutcome> call = endpoint.start(ended);

    call.cancel(true);

    assertThat(call)
        .isCompletedWithValue(
            new HandlerOutcome.EndUnknown("The endpoint did not answer in time."));
  }

  @Test
  void anEndpointThatIsNotThereIsARetry() {
    endpoint.stop();

    assertThat(((HandlerOutcome.Retry) endpoint.handle()).reason()).contains("cannot be reached");
  }

  @Test
  void aCancelledCallHasItsConnectionClosed() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<HandlerOutcome> call =
          endpoint.start(silent.getLocalPort(), Duration.ofMillis(200));
      Socket connection = silent.accept();
      connection.setSoTimeout(20_000);
      InputStream request = connection.getInputStream();
      assertThat(new String(request.readNBytes(4), StandardCharsets.UTF_8)).isEqualTo("POST");

      call.cancel(true);
      endpoint.timer.pass(Duration.ofMillis(200));

      assertThat(request.readAllBytes()).isNotEmpty(); // returns at the connection's end only
    }
  }
}
