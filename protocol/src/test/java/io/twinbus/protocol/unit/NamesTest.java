package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.InvalidNameException;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

  @Test
  void anIdOfUpTo128CharactersTravelsAsItIs() {
    String id = "x".repeat(128);

    assertThat(new SessionId(id).wire()).isEqualTo(id);
    assertThat(new SessionId(id).isHashed()).isFalse();
    assertThat(new MessageId(id).isHashed()).isFalse();
  }

  @Test
  void aLongerIdTravelsAsAHash() {
    MessageId id = new MessageId("x".repeat(129));

    assertThat(id.wire()).startsWith("sha256-").hasSizeLessThanOrEqualTo(128);
    assertThat(id.isHashed()).isTrue();
    assertThat(new MessageId("y".repeat(129)).wire()).isNotEqualTo(id.wire());
  }

  @Test
  void anIdThatLooksLikeAHashDoesNotShareItsWireForm() {
    String wire = new SessionId("x".repeat(129)).wire();

    assertThat(new SessionId(wire).wire()).isNotEqualTo(wire);
  }

  @Test
  void emptyAndOverlongIdsAreRefusedInWords() {
    assertThatThrownBy(() -> new SessionId(""))
        .isInstanceOf(InvalidNameException.class)
        .hasMessage("A session id must not be empty.");
    assertThatThrownBy(() -> new MessageId("x".repeat(1025)))
        .isInstanceOf(InvalidNameException.class)
        .hasMessageContaining("at most 1024 characters, this one has 1025");
    assertThatThrownBy(() -> new RegionName("East"))
        .isInstanceOf(InvalidNameException.class)
        .hasMessageContaining("'East' is no region name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "z", "az-09", "a-", "abcdefghijklmnopqrstuvwxyz-09abc"})
  void aRegionNameBeginsWithALetterAndHasAtMost32Characters(String name) {
    assertThat(new RegionName(name)).hasToString(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0a",
        "-a",
        "A",
        "aB",
        "a_",
        "a.",
        "a/",
        "a:",
        "`a",
        "{a",
        "a`",
        "a{",
        "ä",
        "aé",
        "a\n",
        "abcdefghijklmnopqrstuvwxyz-09abcd"
      })
  void anythingElseIsNoRegionName(String name) {
    assertThatThrownBy(() -> new RegionName(name))
        .isInstanceOf(InvalidNameException.class)
        .hasMessageStartingWith("'" + name + "' is no region name");
  }

  @Test
  void anIdMayHave1024Characters() {
    String longest = "x".repeat(1_024);

    assertThat(new SessionId(longest).value()).isEqualTo(longest);
    assertThat(new MessageId(longest).value()).isEqualTo(longest);
  }

  @Test
  void idsAreInTheOrderOfTheirTexts() {
    assertThat(new SessionId("a")).isLessThan(new SessionId("b"));
    assertThat(new SessionId("b")).isGreaterThan(new SessionId("a"));
    assertThat(new MessageId("a")).isLessThan(new MessageId("b"));
    assertThat(new MessageId("b")).isGreaterThan(new MessageId("a"));
    assertThat(new StreamId("a")).isLessThan(new StreamId("b"));
    assertThat(new StreamId("b")).isGreaterThan(new StreamId("a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"east", "west"})
  void aFixedHomeIsTheHomeOfEverySession(String name) {
    RegionName home = new RegionName(name);
    TreeSet<RegionName> regions =
        new TreeSet<>(List.of(new RegionName("west"), new RegionName("east")));

    assertThat(IntStream.range(0, 20).mapToObj(i -> new SessionId("s" + i)))
        .allSatisfy(
            session -> assertThat(HomePolicy.fixed(home).homeOf(session, regions)).isEqualTo(home));
    assertThat(HomePolicy.fixed(home)).hasToString(name);
  }

  @Test
  void bySessionSpreadsHomesOverAllRegions() {
    TreeSet<RegionName> regions =
        new TreeSet<>(List.of(new RegionName("west"), new RegionName("east")));

    var share =
        IntStream.range(0, 1_000)
            .mapToObj(i -> HomePolicy.bySession().homeOf(new SessionId("s" + i), regions))
            .collect(Collectors.groupingBy(RegionName::value, Collectors.counting()));

    assertThat(share.keySet()).containsExactlyInAnyOrder("east", "west");
    assertThat(share.values()).allSatisfy(n -> assertThat(n).isBetween(400L, 600L));
  }

  @Test
  void aSecretDoesNotPrint() {
    assertThat(new Secret("hunter2")).hasToString("********");
  }

  @Test
  void secretsAreComparedByTheirText() {
    assertThat(new Secret("hunter2"))
        .isEqualTo(new Secret("hunter2"))
        .hasSameHashCodeAs(new Secret("hunter2"))
        .isNotEqualTo(new Secret("hunter3"))
        .doesNotHaveSameHashCodeAs(new Secret("hunter3"))
        .isNotEqualTo("hunter2");
  }
}
