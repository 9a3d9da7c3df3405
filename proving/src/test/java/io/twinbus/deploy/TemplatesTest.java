package io.twinbus.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.IncludedPath;
import io.twinbus.local.LocalStack;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.SettingCatalogue;
import io.twinbus.rehearsal.stack.LedgerContainer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates set what receivers read, and make the container that the code would make. */
class TemplatesTest {

  /** Not settings: a launcher's, a health check's, those of compose itself. */
  private static final String OTHERS = "TWINBUS_(JAVA_OPTS|HEALTH|IMAGES|LOG_FORMAT)";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "deploy/azure/infra/receiver.bicep",
        "deploy/azure/infra/main.bicep",
        "deploy/compose/compose.yaml"
      })
  void everyVariableIsASetting(String file) throws Exception {
    SortedSet<String> used = Texts.all("(TWINBUS_[A-Z_]+[A-Z])", Texts.of(file));
    used.removeIf(name -> name.matches(OTHERS));
    used.removeIf(name -> name.matches("TWINBUS_REGIONS(_[A-Z]+_(NAMESPACE|LOCATION))?"));

    assertThat(used).isNotEmpty();
    assertThat(used).allMatch(name -> SettingCatalogue.findVariable(name).isPresent());
  }

  @Test
  void theGuideNamesEveryVariableThatADeployerSets() throws Exception {
    SortedSet<String> read =
        Texts.all("\\$\\{(TWINBUS_[A-Z_]+)", Texts.of("deploy/azure/infra/main.parameters.json"));

    assertThat(read).isNotEmpty();
    assertThat(Texts.all("azd env set (TWINBUS_[A-Z_]+)", Texts.of("docs/deploy.md")))
        .isEqualTo(read);
  }

  /** In a directory that is mounted to be read there is no place to mount anything else. */
  @Test
  void nothingIsMountedInsideAnotherMount() throws Exception {
    List<List<String>> containers =
        Pattern.compile("volumes:\\n")
            .splitAsStream(Texts.of("deploy/compose/compose.yaml"))
            .skip(1)
            .map(TemplatesTest::mountPoints)
            .toList();

    assertThat(containers).anyMatch(places -> places.size() > 1);
    for (List<String> places : containers) {
      for (String outer : places) {
        assertThat(places).noneMatch(place -> place.startsWith(outer + "/"));
      }
    }
  }

  private static List<String> mountPoints(String volumes) {
    return volumes
        .lines()
        .takeWhile(line -> line.strip().startsWith("- "))
        .map(line -> line.replaceFirst("^[^:]*:", "").replaceFirst(":ro$", ""))
        .toList();
  }

  /** Resources of the template, and the containers that they make. */
  private static final Map<String, String> CONTAINERS =
      Map.of("container", "ledger", "leases", "ledger-leases", "audit", "ledger-audit");

  @Test
  void theLedgersContainersAreThoseThatTheCodeWouldCreate() throws Exception {
    String bicep = Texts.of("deploy/azure/infra/ledger.bicep");
    try (LocalStack stack = LocalStack.builder().start()) {
      LedgerContainer.create(URI.create(stack.ledgerEndpoint()), new Secret(stack.ledgerKey()));
      for (Map.Entry<String, String> pair : CONTAINERS.entrySet()) {
        String resource = section(bicep, pair.getKey());
        CosmosContainerProperties created = created(stack, pair.getValue());

        assertThat(Texts.all("paths: \\['([^']+)'\\]", resource))
            .as(pair.getKey())
            .containsExactlyElementsOf(created.getPartitionKeyDefinition().getPaths());
        assertThat(Texts.all("defaultTtl: (-?\\d+)", resource))
            .as(pair.getKey())
            .containsExactly(String.valueOf(created.getDefaultTimeToLiveInSeconds()));
        assertThat(Texts.all("\\{ path: '([^'*]+)' \\}", resource))
            .as(pair.getKey())
            .containsExactlyInAnyOrderElementsOf(
                created.getIndexingPolicy().getIncludedPaths().stream()
                    .map(IncludedPath::getPath)
                    .toList());
      }
    }
  }

  @Test
  void aReaderReadsAndCreatesAuditDocumentsAndNothingElse() throws Exception {
    String bicep = Texts.of("deploy/azure/infra/ledger.bicep");

    assertThat(Texts.all("'\\$\\{actions\\}/([^']+)'", section(bicep, "reader")))
        .containsExactlyInAnyOrder("executeQuery", "items/read");
    assertThat(Texts.all("'\\$\\{actions\\}/([^']+)'", section(bicep, "noter")))
        .containsExactly("items/create");
    assertThat(
            Texts.all("resource (\\w+) '[^']+' = \\[for \\w+ in [^:]*(?:lookers|readers)", bicep))
        .containsExactlyInAnyOrder("reads", "notes");
    assertThat(section(bicep, "reads")).contains("roleDefinitionId: reader.id");
    assertThat(section(bicep, "notes"))
        .contains("roleDefinitionId: noter.id", "/colls/${audit.name}'");
  }

  private static String section(String bicep, String resource) {
    int from = bicep.indexOf("resource " + resource + " '");
    assertThat(from).as(resource).isNotNegative();
    return bicep.substring(from, bicep.indexOf("\n}", from));
  }

  private static CosmosContainerProperties created(LocalStack stack, String container) {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(stack.ledgerEndpoint())
            .key(stack.ledgerKey())
            .gatewayMode()
            .buildClient()) {
      return client.getDatabase("twinbus").getContainer(container).read().getProperties();
    }
  }
}
