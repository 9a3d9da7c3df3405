package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenRequestContext;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.servicebus.ShortLivedTokens;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class ShortLivedTokensTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Clocks CLOCKS = () -> new Now(new MonotonicTime(0), NOW);

  @Test
  void aTokenOfADayIsPresentedAnewAfterTwentyMinutes() {
    AccessToken token = presented(Duration.ofHours(24));

    assertThat(token.getToken()).isEqualTo("secret");
    assertThat(token.getExpiresAt().toInstant()).isEqualTo(NOW.plus(ShortLivedTokens.LIFE));
  }

  @Test
  void aTokenThatEndsSoonerEndsThen() {
    AccessToken token = presented(Duration.ofMinutes(7));

    assertThat(token.getExpiresAt().toInstant()).isEqualTo(NOW.plus(Duration.ofMinutes(7)));
  }

  private static AccessToken presented(Duration life) {
    AccessToken real = new AccessToken("secret", NOW.plus(life).atOffset(ZoneOffset.UTC));
    return new ShortLivedTokens(request -> Mono.just(real), CLOCKS)
        .getTokenSync(new TokenRequestContext().addScopes("https://servicebus.azure.net/.default"));
  }
}
