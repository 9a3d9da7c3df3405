package io.twinbus.rehearsal.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.rehearsal.input.GitHistory;
import io.twinbus.rehearsal.input.InputException;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitHistoryTest {

  @TempDir private Path repository;

  @BeforeEach
  void aRepositoryWithAMerge() throws Exception {
    git("init", "-q", "-b", "main");
    commit("größe.txt", "1");
    commit("größe.txt", "2");
    git("checkout", "-q", "-b", "side");
    commit("side file.txt", "s1");
    commit("side file.txt", "s2");
    git("checkout", "-q", "main");
    commit("größe.txt", "3");
    git("merge", "-q", "--no-ff", "-m", "merge", "side");
    Files.delete(repository.resolve("größe.txt"));
    git("add", "-A");
    git("commit", "-q", "-m", "delete");
  }

  @Test
  void eachFileOfEachFirstParentCommitIsAnEvent() {
    List<InputMessage> events = new GitHistory(repository).events();

    assertThat(events.stream().map(event -> event.session().value()))
        .containsExactly("größe.txt", "größe.txt", "größe.txt", "side file.txt", "größe.txt");
    assertThat(events.get(0).body())
        .startsWith("{\"session\":\"größe.txt\",\"id\":\"" + events.get(0).id() + "\",\"op\":\"A\"")
        .contains("\"before\":null,\"after\":\"");
    assertThat(events.get(4).body()).contains("\"op\":\"D\"").endsWith("\"after\":null}");
    assertThat(events.get(0).id().value()).matches("[0-9a-f]{12}:0");
  }

  @Test
  void theEventsAreAChainThatEndsOnTheBlobsOfTheTree() {
    GitHistory history = new GitHistory(repository);
    MessageBatch batch = new MessageBatch(history.events());

    assertThat(new Verification(batch, history.finalBlobs()).isChained()).isTrue();
    assertThat(history.finalBlobs()).containsOnlyKeys("side file.txt");
    assertThat(batch.messages().get(3).body())
        .contains("\"after\":\"" + history.finalBlobs().get("side file.txt") + "\"");
  }

  @Test
  void whatIsNoRepositoryIsRefusedInASentence(@TempDir Path elsewhere) {
    assertThatThrownBy(() -> new GitHistory(elsewhere.resolve("nowhere")).events())
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("git cannot read ")
        .message()
        .doesNotContain("\n");
  }

  private void commit(String file, String content) throws IOException, InterruptedException {
    Files.writeString(repository.resolve(file), content);
    git("add", "-A");
    git("commit", "-q", "-m", content);
  }

  private void git(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "git",
                "-C",
                repository.toString(),
                "-c",
                "user.name=t",
                "-c",
                "user.email=t@example.net",
                "-c",
                "commit.gpgsign=false"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }
}
