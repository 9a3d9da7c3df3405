package io.twinbus.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.http.sse.Event;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** How many browsers are shown the looks, and that one that goes makes room for another. */
class ViewersTest {

  private final Viewers viewers = new Viewers();
  private final List<String> shown = new ArrayList<>();
  private final List<Disposable> browsers = new ArrayList<>();

  @Test
  void asManyAreAdmittedAsThereMayBeAndNoOneMore() {
    for (int n = 0; n < Viewers.MAX; n++) {
      assertThat(enters()).isTrue();
    }

    assertThat(enters()).isFalse();
    assertThat(enters()).isFalse();

    leaves(0);
    assertThat(enters()).as("those that were refused have taken no place").isTrue();
    assertThat(enters()).isFalse();
  }

  @Test
  void whenAllHaveGoneThereIsNobodyToDrawFor() {
    enters();
    enters();

    leaves(0);
    assertThat(viewers.isEmpty()).isFalse();
    leaves(1);

    assertThat(viewers.isEmpty()).isTrue();
  }

  @Test
  void aViewerIsShownTheFirstLookAndEachThatFollowsUntilTheDrain() {
    enters();

    viewers.show(List.of(Event.of("second")));
    viewers.drain();
    viewers.show(List.of(Event.of("third")));

    assertThat(shown).containsExactly("first", "second");
    assertThat(browsers.get(0).isDisposed()).isTrue();
    assertThat(viewers.isEmpty()).isTrue();
  }

  private boolean enters() {
    return viewers
        .admit(List.of(Event.of("first")))
        .map(looks -> browsers.add(Flux.from(looks).subscribe(event -> shown.add(event.getData()))))
        .orElse(false);
  }

  private void leaves(int browser) {
    browsers.get(browser).dispose();
  }
}
