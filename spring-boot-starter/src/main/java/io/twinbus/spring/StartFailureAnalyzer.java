package io.twinbus.spring;

import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.protocol.InvalidNameException;
import io.twinbus.protocol.settings.InvalidSettingException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says a failed start in its own sentences, without a trace. */
final class StartFailureAnalyzer extends AbstractFailureAnalyzer<RuntimeException> {

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable root, RuntimeException cause) {
    for (@Nullable Throwable each = root; each != null; each = each.getCause()) {
      if (each instanceof InvalidSettingException || each instanceof InvalidNameException) {
        return said(each, "Mend the settings that are named above.");
      }
      if (each instanceof LedgerStartException || each instanceof ReceiverStartException) {
        return said(each, "Mend what is named above, or set twinbus.receiver.auto-start: false.");
      }
    }
    return null;
  }

  private static FailureAnalysis said(Throwable found, String action) {
    return new FailureAnalysis(String.valueOf(found.getMessage()), action, found);
  }
}
