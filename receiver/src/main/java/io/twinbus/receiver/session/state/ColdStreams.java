package io.twinbus.receiver.session.state;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.rules.ColdRule;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.StreamId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the documents of streams say that the session record says nothing of, as far as they were
 * read and as long as that holds ({@link ColdRule}): under the claim since which they were read, or
 * for the version of the record after which they were. It holds on under the claim that replaced
 * this version.
 */
public final class ColdStreams {

  /** What holds only together with a claim, or with a version of the session record. */
  public sealed interface Basis {}

  /** The claim that the worker has. */
  public record UnderClaim(ClaimId claim) implements Basis {}

  /** The record as it was read without a claim. */
  public record OverVersion(Version version) implements Basis {}

  /** More than that are kept only of streams of which copies are in hand. */
  private static final int MANY = 256;

  private final Map<StreamId, Optional<MessageContent.Cold>> read = new HashMap<>();
  private @Nullable Basis basis;
  private @Nullable Basis replacing;
  private @Nullable Basis replaced;

  /** The write of {@code claim} goes out: if it lands, it replaces {@code version}. */
  public void claiming(ClaimId claim, Version version) {
    replacing = new UnderClaim(claim);
    replaced = new OverVersion(version);
  }

  /** Forgets what does not hold on {@code now}. */
  public void standOn(Basis now) {
    if (!now.equals(basis)) {
      if (!now.equals(replacing) || replaced == null || !replaced.equals(basis)) {
        read.clear();
      }
      basis = now;
    }
  }

  /** What was read last stands on that; null before anything was. */
  public @Nullable Basis basis() {
    return basis;
  }

  /** Takes in what a read has shown; empty: there is no document, or one that means nothing. */
  public void learn(StreamId stream, Optional<MessageContent.Cold> document, Set<StreamId> inHand) {
    if (read.size() >= MANY) {
      read.keySet().retainAll(inHand);
    }
    read.put(stream, document);
  }

  /** The stream's document has changed. */
  public void forget(StreamId stream) {
    read.remove(stream);
  }

  /** Whether it is not known how far {@code stream} has come. */
  public boolean isUnknown(Progress progress, StreamId stream) {
    return ColdRule.mayBeCold(progress, stream) && !read.containsKey(stream);
  }

  /** The document of {@code stream}, where it says how far the stream has come. */
  public Optional<MessageContent.Cold> document(Progress progress, StreamId stream) {
    return ColdRule.mayBeCold(progress, stream)
        ? read.getOrDefault(stream, Optional.empty())
        : Optional.empty();
  }

  /**
   * The progress with those streams in hand that are known to be cold.
   *
   * @param inHand asked only where a stream may be cold
   */
  public Progress over(Progress progress, Supplier<Set<StreamId>> inHand) {
    if (progress.annex().cold() == 0 || read.isEmpty()) {
      return progress;
    }
    Progress known = progress;
    for (StreamId stream : inHand.get()) {
      Optional<MessageContent.Cold> document = document(progress, stream);
      if (document.isPresent()) {
        known = ColdRule.returned(known, document.get());
      }
    }
    return known;
  }
}
