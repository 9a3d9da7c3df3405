package io.twinbus.local.servicebus.access;

import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.MissingFeature;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks tokens against the namespace's one key; without one any token is good, and still needed.
 */
public final class Gatekeeper {
  private static final String ALGORITHM = "HmacSHA256";

  /** A bearer token, or the beginning of any JSON web token. */
  private static final Pattern ENTRA_ID = Pattern.compile("^(?i:Bearer )|^eyJ");

  private final Access access;
  private final InstantSource clock;

  /** One who believes this clock. */
  public Gatekeeper(Access access, InstantSource clock) {
    this.access = access;
    this.clock = clock;
  }

  /** Whether tokens are checked, so that they end. */
  public boolean checks() {
    return access.checked();
  }

  /** The time by which tokens are judged. */
  public Instant now() {
    return clock.instant();
  }

  /** What a token is worth to a client that wants this audience; null: it brought none. */
  public Verdict judge(@Nullable String token, String audience) {
    String wanted = EntityPath.of(audience);
    if (!checks()) {
      return new Verdict.Granted(wanted, Instant.MAX);
    }
    SasToken sas = token == null ? null : SasToken.parse(token).orElse(null);
    if (token != null && ENTRA_ID.matcher(token).find()) {
      return new Verdict.Denied(MissingFeature.ENTRA_ID.sentence());
    }
    if (sas == null) {
      return new Verdict.Denied("InvalidToken: The token is no shared access signature.");
    }
    if (!sas.keyName().equals(access.keyName()) || !signedByUs(sas)) {
      return new Verdict.Denied("InvalidSignature: The token has an invalid signature.");
    }
    if (!sas.until().isAfter(now())) {
      return new Verdict.Denied("ExpiredToken: The token is expired.");
    }
    return EntityPath.covers(EntityPath.of(sas.resource()), wanted)
        ? new Verdict.Granted(wanted, sas.until())
        : new Verdict.Denied("InvalidAudience: The token is for another entity.");
  }

  /** Whether a client has the key itself; without a key to check, any is good. */
  public boolean knows(String keyName, String key) {
    String ours = access.key();
    return ours == null
        || (keyName.equals(access.keyName())
            && MessageDigest.isEqual(
                key.getBytes(StandardCharsets.UTF_8), ours.getBytes(StandardCharsets.UTF_8)));
  }

  private boolean signedByUs(SasToken sas) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      String key = Objects.requireNonNull(access.key(), "only called where there is a key");
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      byte[] expected = mac.doFinal(sas.signed().getBytes(StandardCharsets.UTF_8));
      String given = Base64.getEncoder().encodeToString(expected);
      return MessageDigest.isEqual(
          given.getBytes(StandardCharsets.UTF_8), sas.signature().getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every JVM has " + ALGORITHM + ".", e);
    }
  }
}
