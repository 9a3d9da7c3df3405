package io.twinbus.receiver.session.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The diagrams of docs/protocol.md are those of the code. */
class StateDiagramTest {

  private static final Path PROTOCOL = Path.of("..", "docs", "protocol.md");

  private static final String FENCE = "```mermaid\n";

  @ParameterizedTest
  @ValueSource(classes = {SessionState.class, CallState.class, LifeState.class})
  void theProtocolDrawsTheMovesOfTheCode(Class<?> type) throws IOException {
    assertThat(drawn(type.getSimpleName()))
        .as("docs/protocol.md, the diagram of %s", type.getSimpleName())
        .isEqualTo(StateDiagram.of(type));
  }

  /** The diagram below the paragraph that begins with the type's name. */
  private static String drawn(String type) throws IOException {
    String page = Files.readString(PROTOCOL);
    int from = page.indexOf(FENCE, page.indexOf("\n`" + type + "`:")) + FENCE.length();
    return page.substring(from, page.indexOf("```", from));
  }

  @Test
  void everyMethodOfAStateThatAnswersAStateIsAnArrow() {
    assertThat(StateDiagram.of(Light.class))
        .isEqualTo(
            """
            stateDiagram-v2
              [*] --> Red
              Red --> Green : go
              Green --> Broken : fail
              Green --> Red : stop
            """);
  }

  sealed interface Light permits Light.Red, Light.Fallible, Light.Broken {

    record Red() implements Light {
      Green go() {
        return new Green();
      }
    }

    sealed interface Fallible extends Light permits Green {
      default Broken fail() {
        return new Broken();
      }
    }

    record Green() implements Fallible {
      Red stop() {
        return new Red();
      }
    }

    record Broken() implements Light {}
  }
}
