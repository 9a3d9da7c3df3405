package io.twinbus.ledger.cosmos;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.protocol.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The account key's signature on a request. */
final class MasterKey {

  private static final String ALGORITHM = "HmacSHA256";

  private MasterKey() {}

  static String signature(LedgerSettings settings, String text) {
    try {
      byte[] key = Base64.getDecoder().decode(settings.key().map(Secret::reveal).orElseThrow());
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      // The cause is left out: its message repeats characters of the key.
      throw new LedgerStartException(
          Reason.UNAUTHORIZED,
          "twinbus.ledger.key is no account key (it is not Base64): copy it from the account.");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
    }
  }
}
