package io.twinbus.ledger.cosmos.identity;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.identity.DefaultAzureCredentialBuilder;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.audit.AuditAuthor;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The Entra ID identity that a process opens ledgers with. It remembers the latest access token
 * that the ledger was asked with, so that the person whom it names is known without another
 * request.
 *
 * <p>Thread-safe.
 */
public final class LedgerIdentity {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Supplier<TokenCredential> source;
  private volatile @Nullable String latest;
  private @Nullable TokenCredential credential;

  private LedgerIdentity(Supplier<TokenCredential> source) {
    this.source = source;
  }

  /** The identity that the environment gives: a login, a managed identity, a workload's. */
  public static LedgerIdentity ofEnvironment() {
    return new LedgerIdentity(() -> new DefaultAzureCredentialBuilder().build());
  }

  /** The identity of {@code credential}. */
  public static LedgerIdentity of(TokenCredential credential) {
    return new LedgerIdentity(() -> credential);
  }

  /** What to sign in with at the ledger of {@code settings}; null where those have a key. */
  public @Nullable TokenCredential credential(LedgerSettings settings) {
    return settings.key().isPresent() ? null : remembering();
  }

  /**
   * The person whom the access token names; empty where the ledger of {@code settings} is opened by
   * key, or the token names none. Blocks when the ledger has not been asked yet.
   */
  public Optional<AuditAuthor> person(LedgerSettings settings) {
    if (settings.key().isPresent()) {
      return Optional.empty();
    }
    if (latest == null) {
      var unused = remembering().getToken(request(settings)).blockOptional(TIMEOUT);
    }
    return Optional.ofNullable(latest).flatMap(TokenClaims::author);
  }

  /** The request for a token that the ledger of {@code settings} takes. */
  public static TokenRequestContext request(LedgerSettings settings) {
    return new TokenRequestContext()
        .addScopes("https://" + settings.endpoint().getHost() + "/.default");
  }

  private synchronized TokenCredential remembering() {
    TokenCredential known = credential;
    if (known == null) {
      TokenCredential inner = source.get();
      known = request -> remembered(inner.getToken(request));
      credential = known;
    }
    return known;
  }

  private Mono<AccessToken> remembered(Mono<AccessToken> token) {
    return token.doOnNext(known -> latest = known.getToken());
  }
}
