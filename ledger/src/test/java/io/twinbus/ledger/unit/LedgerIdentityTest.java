package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.protocol.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

/** Whom the access token of a ledger names, and what is asked for it. */
class LedgerIdentityTest {

  private final List<String> asked = new ArrayList<>();

  @Test
  void theTokenThatTheLedgerWasAskedWithNamesThePersonWithoutAnotherRequest() {
    LedgerIdentity identity = LedgerIdentity.of(answering("{'oid':'o-1','name':'Ann Doe'}"));
    LedgerSettings settings = settings(Optional.empty());
    var unused =
        Objects.requireNonNull(identity.credential(settings))
            .getToken(LedgerIdentity.request(settings))
            .block();

    Optional<AuditAuthor> person = identity.person(settings);

    assertThat(person).contains(AuditAuthor.verified("Ann Doe", "o-1"));
    assertThat(person.get().isVerified()).isTrue();
    assertThat(asked).containsExactly("https://ledger.example.net/.default");
  }

  @Test
  void beforeTheLedgerWasAskedTheSameTokenIsAskedForOnce() {
    LedgerIdentity identity = LedgerIdentity.of(answering("{'oid':'o-1','name':'Ann Doe'}"));

    assertThat(identity.person(settings(Optional.empty()))).isPresent();
    assertThat(identity.person(settings(Optional.empty()))).isPresent();
    assertThat(asked).hasSize(1);
  }

  @Test
  void aLedgerThatIsOpenedByKeyNamesNobodyAndAsksForNoToken() {
    LedgerIdentity identity = LedgerIdentity.of(answering("{'oid':'o-1','name':'Ann Doe'}"));
    LedgerSettings settings = settings(Optional.of(new Secret("a2V5")));

    assertThat(identity.person(settings)).isEmpty();
    assertThat(identity.credential(settings)).isNull();
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'oid':'o-1','preferred_username':'ann@example.net','appid':'a'} | ann@example.net",
        "{'oid':'o-1','upn':'ann@example.net','appid':'a'} | ann@example.net",
        "{'oid':'o-1','app_displayname':'nightly job','appid':'a'} | nightly job",
        "{'oid':'o-1','appid':'a-7'} | a-7",
        "{'oid':'o-1'} | o-1",
      })
  void aTokenWithoutANameGivesItsNextBest(String claims, String name) {
    assertThat(LedgerIdentity.of(answering(claims)).person(settings(Optional.empty())))
        .contains(AuditAuthor.verified(name, "o-1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{'name':'Ann'}", "{'oid':'','name':'Ann'}", "no json", "[]", "''"})
  void aTokenWithoutAnOidNamesNobody(String claims) {
    assertThat(LedgerIdentity.of(answering(claims)).person(settings(Optional.empty()))).isEmpty();
  }

  @Test
  void anOpaqueTokenNamesNobody() {
    TokenCredential opaque = request -> Mono.just(new AccessToken("opaque", OffsetDateTime.MAX));

    assertThat(LedgerIdentity.of(opaque).person(settings(Optional.empty()))).isEmpty();
  }

  private TokenCredential answering(String claims) {
    String payload =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(claims.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    return request -> {
      asked.addAll(request.getScopes());
      return Mono.just(new AccessToken("e30." + payload + ".sig", OffsetDateTime.MAX));
    };
  }

  private static LedgerSettings settings(Optional<Secret> key) {
    return new LedgerSettings(
        URI.create("https://ledger.example.net"),
        key,
        LedgerSettings.Place.of("twinbus", "ledger"),
        EntityKey.ofQueue("orders"),
        false);
  }
}
