package io.twinbus.sender.integration;

import static io.twinbus.sender.integration.TwoRegions.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.servicebus.ServiceBusLinks;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * A namespace and a credential, as on Azure: over TLS, with the credential's token.
 *
 * <p>The local regions take any token; what is shown is that ours arrives there.
 */
class EntraCredentialTest {

  private static final String TOKEN = "token-of-the-test";

  private final TwoRegions regions = new TwoRegions();
  private final List<String> scopes = new CopyOnWriteArrayList<>();
  private SSLContext before;
  private TlsFront east;
  private TlsFront west;

  @BeforeEach
  void trust(@TempDir Path directory) throws NoSuchAlgorithmException {
    before = SSLContext.getDefault();
    SSLContext tls = TlsFront.forLocalhost(directory);
    SSLContext.setDefault(tls);
    east = new TlsFront(tls, regions.east.port());
    west = new TlsFront(tls, regions.west.port());
  }

  @AfterEach
  void stop() {
    SSLContext.setDefault(before);
    east.close();
    west.close();
    regions.close();
  }

  @Test
  void sendsWithTheCredentialsToken() {
    FlatSettings configuration =
        FlatSettings.of(
            Map.of(
                "twinbus.regions.east.namespace", "localhost:" + east.port(),
                "twinbus.regions.west.namespace", "localhost:" + west.port()));
    Sender sender =
        regions.sender(
            Sender.builder(configuration)
                .settings(TwoRegions.settings().deliveryTimeout(Duration.ofSeconds(20)).build())
                .links(ServiceBusLinks.withCredential(credential())));

    DeliveryStatus delivery =
        await(await(sender.send(OutboundMessage.of("s", "1").build())).inAllRegions());

    assertThat(delivery.isComplete()).isTrue();
    assertThat(scopes).isNotEmpty().containsOnly("https://servicebus.azure.net/.default");
    assertThat(east.said()).contains(TOKEN).contains("jwt");
    assertThat(west.said()).contains(TOKEN).contains("jwt");
  }

  private TokenCredential credential() {
    return (TokenRequestContext request) -> {
      scopes.addAll(request.getScopes());
      OffsetDateTime end = OffsetDateTime.now(ZoneOffset.UTC).plusHours(1);
      return Mono.just(new AccessToken(TOKEN, end));
    };
  }
}
