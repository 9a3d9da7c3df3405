package io.twinbus.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.twinbus.protocol.settings.SettingCatalogue;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The manifests of {@code deploy/kubernetes}, as they were rendered: the renderer need not be here.
 * {@code deploy/kubernetes/check} renders them anew and compares.
 */
class KubernetesTest {

  private static final String FOLDER = "deploy/kubernetes/";

  @ParameterizedTest
  @ValueSource(strings = {"east", "west"})
  void everyFieldIsOneOfItsModel(String region) throws Exception {
    Manifests manifests = rendered(region);

    assertThat(manifests.kinds())
        .containsExactly(
            "ConfigMap",
            "Deployment",
            "PodDisruptionBudget",
            "ScaledObject",
            "ServiceAccount",
            "TriggerAuthentication");
    assertThat(manifests.one(ConfigMap.class).getData())
        .containsEntry("TWINBUS_REGION", region)
        .containsAllEntriesOf(
            Map.of(
                "TWINBUS_REGIONS_EAST_LOCATION", "AZURE-REGION-EAST",
                "TWINBUS_REGIONS_WEST_LOCATION", "AZURE-REGION-WEST"))
        .allSatisfy((name, value) -> assertThat(isSetting(name)).as(name).isTrue());
    assertThat(manifests.one(ServiceAccount.class).getMetadata().getAnnotations())
        .containsKey("azure.workload.identity/client-id");
  }

  private static boolean isSetting(String variable) {
    return variable.matches("TWINBUS_REGIONS_[A-Z]+_(NAMESPACE|LOCATION)")
        || SettingCatalogue.findVariable(variable).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"readinessProbe", "topologySpreadConstraints", "maxReplicaCount"})
  void aMisspeltFieldIsFound(String field) throws Exception {
    String misspelt = text("east").replace(field, field + "s");

    assertThatThrownBy(() -> Manifests.of(misspelt)).hasMessageContaining(field + "s");
  }

  /** Where no renderer is, a change of the sources that was not rendered is found by this. */
  @ParameterizedTest
  @ValueSource(strings = {"east", "west"})
  void theManifestsWereRenderedFromTheSourcesThatAreHere(String region) throws Exception {
    ByteArrayOutputStream sources = new ByteArrayOutputStream();
    for (String folder : List.of("base", "east", "west")) {
      try (Stream<Path> files = Files.list(Texts.path(FOLDER + folder))) {
        for (Path file : files.sorted().toList()) {
          sources.write(Files.readAllBytes(file));
        }
      }
    }
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(sources.toByteArray());

    assertThat(text(region).lines().findFirst().orElseThrow())
        .as("the sources have changed: run deploy/kubernetes/check --write")
        .endsWith("SHA-256 " + HexFormat.of().formatHex(digest) + ".");
  }

  @Test
  void aReceiverHasTheResourcesAndTheProbesThatAContainerAppGivesIt() throws Exception {
    PodSpec pod = pod();
    Container receiver = pod.getContainers().get(0);
    String app = Texts.of("deploy/azure/infra/receiver.bicep");

    Quantity cpu = Objects.requireNonNull(receiver.getResources().getRequests().get("cpu"));
    assertThat(cpu.getNumericalAmount())
        .isEqualByComparingTo(Texts.all("cpu: json\\('([^']+)'\\)", app).first());
    assertThat(receiver.getResources().getLimits().get("memory"))
        .hasToString(Texts.all("memory: '([^']+)'", app).first());
    assertThat(
            Stream.of(
                    receiver.getStartupProbe(),
                    receiver.getLivenessProbe(),
                    receiver.getReadinessProbe())
                .map(KubernetesTest::inWords))
        .containsExactly(
            "/health/liveness 5 30", "/health/liveness 10 3", "/health/readiness 10 3");
    assertThat(Texts.all("path: '([^']+)'", app))
        .containsExactly("/health/liveness", "/health/readiness");
    assertThat(pod.getTerminationGracePeriodSeconds())
        .isEqualTo(Long.parseLong(Texts.all("terminationGracePeriodSeconds: (\\d+)", app).first()));
  }

  private static String inWords(Probe probe) {
    return "%s %d %d"
        .formatted(
            probe.getHttpGet().getPath(), probe.getPeriodSeconds(), probe.getFailureThreshold());
  }

  @Test
  void aReceiverMayDoNothingButRun() throws Exception {
    PodSpec pod = pod();
    Container receiver = pod.getContainers().get(0);

    assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(Texts.of("deploy/images/Dockerfile"))
        .contains("USER %d:".formatted(pod.getSecurityContext().getRunAsUser()));
    assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    assertThat(receiver.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(receiver.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
    assertThat(receiver.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(receiver.getVolumeMounts())
        .singleElement()
        .extracting("mountPath")
        .isEqualTo("/tmp");
  }

  @Test
  void receiversAreSpreadAndLeaveOneAfterTheOther() throws Exception {
    Manifests manifests = rendered("east");
    Deployment deployment = manifests.one(Deployment.class);
    PodDisruptionBudget budget = manifests.one(PodDisruptionBudget.class);
    Map<String, String> labels = deployment.getSpec().getTemplate().getMetadata().getLabels();

    assertThat(pod().getTopologySpreadConstraints())
        .extracting(TopologySpreadConstraint::getTopologyKey)
        .containsExactly("topology.kubernetes.io/zone", "kubernetes.io/hostname");
    assertThat(pod().getTopologySpreadConstraints())
        .allSatisfy(
            spread ->
                assertThat(labels)
                    .containsAllEntriesOf(spread.getLabelSelector().getMatchLabels()));
    assertThat(labels).containsAllEntriesOf(budget.getSpec().getSelector().getMatchLabels());
    assertThat(budget.getSpec().getMaxUnavailable().getIntVal()).isEqualTo(1);
  }

  @Test
  void receiversAreScaledByTheQueueAsContainerAppsAre() throws Exception {
    Manifests manifests = rendered("west");
    Keda.ScaledSpec scaled = manifests.one(Keda.ScaledObject.class).spec();
    Keda.Trigger trigger = scaled.triggers().get(0);
    String main = Texts.of("deploy/azure/infra/main.bicep");

    assertThat(scaled.scaleTargetRef().name())
        .isEqualTo(manifests.one(Deployment.class).getMetadata().getName());
    assertThat(manifests.one(Deployment.class).getSpec().getReplicas()).isNull();
    assertThat(List.of(scaled.minReplicaCount(), scaled.maxReplicaCount()))
        .containsExactly(
            number("receiversPerRegion", main), number("mostReceiversPerRegion", main));
    assertThat(trigger.type()).isEqualTo("azure-servicebus");
    assertThat(trigger.metadata())
        .containsEntry("messageCount", String.valueOf(number("messagesPerReceiver", main)))
        .containsEntry("queueName", manifests.one(ConfigMap.class).getData().get("TWINBUS_QUEUE"));
    assertThat(trigger.authenticationRef().name())
        .isEqualTo(manifests.one(Keda.TriggerAuthentication.class).metadata().getName());
  }

  private static int number(String parameter, String bicep) {
    return Integer.parseInt(Texts.all("param " + parameter + " int = (\\d+)", bicep).first());
  }

  private static PodSpec pod() throws Exception {
    return rendered("east").one(Deployment.class).getSpec().getTemplate().getSpec();
  }

  private static Manifests rendered(String region) throws Exception {
    return Manifests.of(text(region));
  }

  private static String text(String region) throws Exception {
    return Texts.of(FOLDER + "rendered/" + region + ".yaml");
  }
}
