package io.twinbus.local.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** What the annotation's settings do, in runs of their own. */
class AnnotationTest {

  /** What the classes below saw, in order. */
  private static final List<String> SEEN = new ArrayList<>();

  @BeforeEach
  @AfterEach
  void forget() {
    SEEN.clear();
  }

  @LocalStackTest(regions = "north", sessionQueues = "parcels", queues = "jobs")
  static class WithQueues {
    @Test
    void sees(LocalStack azure) {
      SEEN.add(azure.regions().keySet() + " " + entities(azure, "north"));
    }
  }

  @LocalStackTest(regions = "north", entities = "shop/Config.json")
  static class WithFile {
    @Test
    void sees(LocalStack azure) {
      SEEN.add(entities(azure, "north"));
    }
  }

  @LocalStackTest(entities = "nowhere.json")
  static class WithoutItsFile {
    @Test
    void isNotReached() {
      SEEN.add("reached");
    }
  }

  @LocalStackTest(reset = false)
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class Kept {
    @Test
    @Order(1)
    void one(LocalStack azure) {
      azure.region("east").create(QueueSettings.plainQueue("made"));
      SEEN.add(azure.connectionString("east"));
    }

    @Test
    @Order(2)
    void two(LocalStack azure) {
      SEEN.add(azure.connectionString("east"));
    }
  }

  @LocalStackTest(shared = true)
  static class SharedByOne {
    @Test
    void sees(LocalStack azure) {
      SEEN.add(azure.toJson());
    }
  }

  @LocalStackTest(shared = true)
  static class SharedByAnother {
    @Test
    void sees(LocalStack azure) {
      SEEN.add(azure.toJson());
      SEEN.add(Integer.toString(azure.region("east").port()));
    }
  }

  @LocalStackTest(shared = true, regions = "north")
  static class SharedWithOtherSettings {
    @Test
    void sees(LocalStack azure) {
      SEEN.add(azure.toJson());
    }
  }

  @Test
  void queuesAndRegionsAreAsItSays() {
    assertThat(run(WithQueues.class).getTotalFailureCount()).isZero();

    assertThat(SEEN).containsExactly("[north] [parcels, jobs]");
  }

  @Test
  void entitiesComeFromAFileOfMicrosoftsEmulator() {
    assertThat(run(WithFile.class).getTotalFailureCount()).isZero();

    assertThat(SEEN).containsExactly("[parcels, events/Subscriptions/audit]");
  }

  @Test
  void aFileThatIsNotThereIsOneSentence() {
    assertThat(run(WithoutItsFile.class).getFailures())
        .singleElement()
        .satisfies(
            failure -> assertThat(failure.getException()).hasMessageContaining("'nowhere.json'"));
    assertThat(SEEN).isEmpty();
  }

  @Test
  void theTestsOfAClassHaveOneStack() {
    assertThat(run(Kept.class).getTestsSucceededCount()).isEqualTo(2);

    assertThat(SEEN).hasSize(2).containsOnly(SEEN.get(0));
  }

  @Test
  void classesShareAStackIfTheirSettingsAreAlikeAndItEndsWithTheRun() throws IOException {
    TestExecutionSummary summary =
        run(SharedByOne.class, SharedByAnother.class, SharedWithOtherSettings.class);

    assertThat(summary.getTestsSucceededCount()).isEqualTo(3);
    assertThat(SEEN.get(0)).isEqualTo(SEEN.get(1));
    assertThat(SEEN.get(3)).isNotEqualTo(SEEN.get(0));
    int port = Integer.parseInt(SEEN.get(2));
    new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
  }

  @Test
  void onlyTestsThatCouldResetEachOthersStackTakeTurns() {
    StackLocks locks = new StackLocks();

    assertThat(locks.provideForClass(SharedByOne.class))
        .isEqualTo(locks.provideForClass(SharedByAnother.class));
    assertThat(locks.provideForClass(WithQueues.class))
        .isNotEqualTo(locks.provideForClass(SharedByOne.class))
        .isNotEqualTo(locks.provideForClass(WithFile.class));
  }

  private static TestExecutionSummary run(Class<?>... classes) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                Stream.of(classes)
                    .<ClassSelector>map(each -> selectClass(each))
                    .toArray(ClassSelector[]::new))
            .build(),
        listener);
    return listener.getSummary();
  }

  private static String entities(LocalStack azure, String region) {
    return azure.region(region).counts().stream().map(EntityCounts::entity).toList().toString();
  }
}
