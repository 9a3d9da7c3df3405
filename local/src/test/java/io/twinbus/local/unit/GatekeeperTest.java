package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.access.Gatekeeper;
import io.twinbus.local.servicebus.access.Verdict;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatekeeperTest {
  private static final String KEY = "c2VjcmV0";
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Gatekeeper gatekeeper = new Gatekeeper(new Access("all", KEY), () -> NOW);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "amqp://localhost/jobs",
        "sb://localhost",
        "https://localhost:5672/jobs?api-version=2021-05", // as the JavaScript SDK signs it
      })
  void aTokenOpensWhatItNames(String resource) throws Exception {
    assertThat(gatekeeper.judge(token(resource), "/jobs")).isInstanceOf(Verdict.Granted.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"amqp://localhost/job", "https://localhost/other?path=/jobs"})
  void aTokenOpensNothingElse(String resource) throws Exception {
    assertThat(gatekeeper.judge(token(resource), "/jobs"))
        .isEqualTo(new Verdict.Denied("InvalidAudience: The token is for another entity."));
  }

  @Test
  void aTokenOfAnotherKeyOpensNothing() throws Exception {
    Gatekeeper other = new Gatekeeper(new Access("all", "b3RoZXI="), () -> NOW);

    assertThat(other.judge(token("sb://localhost"), "/jobs")).isInstanceOf(Verdict.Denied.class);
  }

  private static String token(String resource) throws GeneralSecurityException {
    String encoded = URLEncoder.encode(resource, StandardCharsets.UTF_8);
    long expiry = NOW.plusSeconds(300).getEpochSecond();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] signature = mac.doFinal((encoded + "\n" + expiry).getBytes(StandardCharsets.UTF_8));
    return "SharedAccessSignature sr=%s&sig=%s&se=%d&skn=all"
        .formatted(
            encoded,
            URLEncoder.encode(
                Base64.getEncoder().encodeToString(signature), StandardCharsets.UTF_8),
            expiry);
  }
}
