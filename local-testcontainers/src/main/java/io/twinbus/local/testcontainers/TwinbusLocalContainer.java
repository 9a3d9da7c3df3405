package io.twinbus.local.testcontainers;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * A container of the image {@code twinbus/local}: Azure Service Bus in one or several regions,
 * Azure Cosmos DB, and faults on demand.
 *
 * <p>It is used as {@code ServiceBusEmulatorContainer} and {@code CosmosDBEmulatorContainer} of
 * Testcontainers are, with neither SQL Server nor a licence to accept. Without {@link #withConfig}
 * every region has the session queue {@code orders}. Clients connect in plain mode, or over TLS
 * after {@link #withTls()}. Not thread-safe until it is started.
 */
public final class TwinbusLocalContainer extends GenericContainer<TwinbusLocalContainer> {

  private static final DockerImageName IMAGE = DockerImageName.parse("twinbus/local");
  private static final int SERVICE_BUS = 5672;
  private static final int COSMOS = 8081;
  private static final int CONTROL = 8082;
  private static final String CONFIG = "/tmp/Config.json";
  private static final String TLS_DIRECTORY = "/tmp";
  private static final String PEM = TLS_DIRECTORY + "/twinbus-local.pem";
  private static final String KEY =
      "SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=SAS_KEY_VALUE";

  private List<String> regions = List.of("local");
  private List<String> arguments = List.of();
  private boolean config;
  private boolean tls;

  /** A container of this image, such as {@code twinbus/local}. */
  public TwinbusLocalContainer(String image) {
    this(DockerImageName.parse(image));
  }

  /** A container of this image, which is {@code twinbus/local} or declared to be a substitute. */
  public TwinbusLocalContainer(DockerImageName image) {
    super(image);
    image.assertCompatibleWith(IMAGE);
    waitingFor(Wait.forLogMessage("Ready; .*\\n", 1));
  }

  /** The queues, topics, subscriptions and rules: {@code Config.json} of Microsoft's emulator. */
  public TwinbusLocalContainer withConfig(Transferable file) {
    config = true;
    return withCopyToContainer(file, CONFIG);
  }

  /** The regions, each with a namespace and a port of its own; default one, {@code local}. */
  public TwinbusLocalContainer withRegions(String... names) {
    regions = List.of(names);
    return this;
  }

  /** Serves clients that speak TLS, too, at the same ports; default plain ones only. */
  public TwinbusLocalContainer withTls() {
    tls = true;
    return this;
  }

  /** Further options of {@code twinbus-local.jar}, such as {@code --queue jobs}. */
  public TwinbusLocalContainer withArguments(String... options) {
    arguments = List.of(options);
    return this;
  }

  @Override
  protected void configure() {
    List<String> command = new ArrayList<>(List.of("--regions", String.join(",", regions)));
    if (config) {
      command.addAll(List.of("--config-file", CONFIG));
    }
    if (tls) {
      // Where the engine is not on this machine, clients know it by another name than localhost.
      command.addAll(List.of("--tls", TLS_DIRECTORY, "--tls-name", getHost()));
    }
    command.addAll(arguments);
    setCommand(command.toArray(String[]::new));
    List<Integer> ports = new ArrayList<>(List.of(COSMOS, CONTROL));
    for (int i = 0; i < regions.size(); i++) {
      ports.add(SERVICE_BUS + i);
    }
    setExposedPorts(ports);
  }

  /** The Service Bus connection string of the first region. */
  public String getConnectionString() {
    return getConnectionString(regions.get(0));
  }

  /**
   * The Service Bus connection string of a region.
   *
   * @throws IllegalArgumentException if there is no such region
   */
  public String getConnectionString(String region) {
    int port = port(region);
    return "Endpoint=sb://%s:%d;%s;UseDevelopmentEmulator=true"
        .formatted(getHost(), getMappedPort(port), KEY);
  }

  /**
   * The same for clients that know no plain mode and trust {@link #buildNewKeyStore()}. The Java
   * SDK takes no port from it and needs it as {@code customEndpointAddress}, too.
   *
   * @throws IllegalArgumentException if there is no such region
   */
  public String getTlsConnectionString(String region) {
    int port = port(region);
    return "Endpoint=sb://%s:%d/;%s".formatted(getHost(), getMappedPort(port), KEY);
  }

  /** The URL for a Cosmos client's {@code endpoint}; https after {@link #withTls()}. */
  public String getEmulatorEndpoint() {
    return "%s://%s:%d".formatted(tls ? "https" : "http", getHost(), getMappedPort(COSMOS));
  }

  /** The key for a Cosmos client: that of Microsoft's emulator. */
  public String getEmulatorKey() {
    return "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
  }

  /** The URL at which faults are ordered over HTTP; {@link #control()} does it from Java. */
  public URI getControlUrl() {
    return URI.create("http://%s:%d".formatted(getHost(), getMappedPort(CONTROL)));
  }

  /** Orders faults, and resets the stack between tests. */
  public StackControl control() {
    return new StackControl(getControlUrl());
  }

  /**
   * The certificate that clients have to trust, as PEM.
   *
   * @throws IllegalStateException unless {@link #withTls()} was called
   */
  public String getCertificate() {
    if (!tls) {
      throw new IllegalStateException("There is no certificate without withTls().");
    }
    return copyFileFromContainer(
        PEM, content -> new String(content.readAllBytes(), StandardCharsets.UTF_8));
  }

  /**
   * A key store with the certificate that clients have to trust.
   *
   * @throws IllegalStateException unless {@link #withTls()} was called
   */
  public KeyStore buildNewKeyStore() {
    try (InputStream pem =
        new ByteArrayInputStream(getCertificate().getBytes(StandardCharsets.UTF_8))) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry(
          "twinbus-local", CertificateFactory.getInstance("X.509").generateCertificate(pem));
      return store;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The container's certificate cannot be read.", e);
    }
  }

  private int port(String region) {
    int index = regions.indexOf(region);
    if (index < 0) {
      throw new IllegalArgumentException(
          "There is no region '%s'; there are %s.".formatted(region, String.join(", ", regions)));
    }
    return SERVICE_BUS + index;
  }
}
