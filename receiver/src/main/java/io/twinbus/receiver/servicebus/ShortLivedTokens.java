package io.twinbus.receiver.servicebus;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import reactor.core.publisher.Mono;

/**
 * A credential whose tokens are presented to the broker anew every 18 minutes, however long they
 * are good for.
 *
 * <p>The SDK (7.17.20) keeps a lost connection with all of its links, about half a MiB, until nine
 * tenths of the token's life have passed, because it never ends the timer that would renew it. A
 * connection string's token lives for 20 minutes; a managed identity's for up to a day, and so long
 * all connections of that day would be kept. The identity provider is asked as often as before: the
 * credential behind this one caches. Thread-safe.
 */
public final class ShortLivedTokens implements TokenCredential {

  /** As the SDK's own tokens of connection strings. */
  public static final Duration LIFE = Duration.ofMinutes(20);

  private final TokenCredential credential;
  private final Clocks clocks;

  /** Presents the tokens of {@code credential}. */
  public ShortLivedTokens(TokenCredential credential, Clocks clocks) {
    this.credential = credential;
    this.clocks = clocks;
  }

  @Override
  public Mono<AccessToken> getToken(TokenRequestContext request) {
    return credential.getToken(request).map(this::shortened);
  }

  private AccessToken shortened(AccessToken token) {
    OffsetDateTime end = clocks.now().wall().plus(LIFE).atOffset(ZoneOffset.UTC);
    return token.getExpiresAt().isAfter(end) ? new AccessToken(token.getToken(), end) : token;
  }
}
