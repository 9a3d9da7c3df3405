package io.twinbus.local.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.LocalStack;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** The control of a container's stack, asked of a stack in this process. */
class StackControlTest {

  @Test
  void aRegionGoesAndComesBack() throws Exception {
    try (LocalStack stack = LocalStack.builder().start()) {
      StackControl control = new StackControl(stack.controlUrl());
      int east = stack.region("east").port();

      control.refuse("east");
      assertThatThrownBy(() -> connect(east)).isInstanceOf(ConnectException.class);
      control.restore("east");
      connect(east);
      control.refuse("east");
      control.heal();
      connect(east);
      control.refuse("east");
      control.reset();
      connect(east);
    }
  }

  @Test
  void anyRequestCanBeMadeAndARefusalIsToldInTheStacksWords() {
    try (LocalStack stack = LocalStack.builder().start()) {
      StackControl control =
          new StackControl(URI.create("http://localhost:" + stack.controlUrl().getPort()));
      String fault = "{\"operation\":\"send\",\"point\":\"after\",\"action\":\"drop\"}";

      assertThat(control.request("POST", "/regions/east/faults", fault)).contains("\"id\":");
      assertThatThrownBy(() -> control.refuse("north"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("404")
          .hasMessageContaining("north");
    }
  }

  @Test
  void aStackThatIsGoneIsNamed() {
    LocalStack stack = LocalStack.builder().start();
    StackControl control = new StackControl(stack.controlUrl());
    stack.close();

    assertThatThrownBy(control::heal)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("does not answer");
  }

  private static void connect(int port) throws Exception {
    new Socket(InetAddress.getLoopbackAddress(), port).close();
  }
}
