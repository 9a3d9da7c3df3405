package io.twinbus.protocol.settings;

import static io.twinbus.protocol.settings.ValueType.duration;
import static io.twinbus.protocol.settings.ValueType.text;

import io.twinbus.protocol.HomePolicy;
import java.time.Duration;

/** The settings that all processes of a deployment share, without those of its regions. */
public final class ClusterKeys {

  static final SettingSection SECTION =
      new SettingSection(
          "Deployment",
          "twinbus.",
          "All processes of a deployment share these: senders, receivers, operators.");

  /** The deployment's name. */
  public static final Setting<String> CLUSTER =
      SECTION
          .define("cluster", text(), "The deployment's name. A ledger belongs to one deployment.")
          .otherwise(ClusterSettings.DEFAULT_CLUSTER);

  /** The queue. */
  public static final Setting<String> QUEUE =
      SECTION
          .define(
              "queue",
              text("queue name"),
              "The queue that carries the messages, under one name in every region. Not together"
                  + " with `topic`; `orders` where neither is set.")
          .optional();

  /** The topic. */
  public static final Setting<String> TOPIC =
      SECTION
          .define(
              "topic",
              text("topic name"),
              "The topic that carries the messages instead of a queue. Needs `subscription`.")
          .optional();

  /** The subscription. */
  public static final Setting<String> SUBSCRIPTION =
      SECTION
          .define(
              "subscription",
              text("subscription name"),
              "The subscription of `topic` that receivers read.")
          .optional();

  /** How much later a standby copy becomes visible. */
  public static final Setting<Duration> STANDBY_DELAY =
      SECTION
          .define(
              "standby-delay",
              duration(Duration.ZERO, Duration.ofDays(7)),
              "How much later than its message a standby copy becomes visible, in the regions that"
                  + " are not the session's home.")
          .otherwise(Duration.ofSeconds(15));

  /** Which region is a session's home. */
  public static final Setting<String> HOME =
      SECTION
          .define(
              "home",
              text("`by-session` or a region's name"),
              "Which region is a session's home: `by-session` spreads sessions over all regions,"
                  + " a name gives that region all of them.")
          .otherwise(HomePolicy.BY_SESSION);

  /** The region that this receiver belongs to. */
  public static final Setting<String> REGION =
      SECTION
          .define(
              "region",
              text("a region's name"),
              "The region that a receiver reads from. Receivers need it; other processes ignore"
                  + " it.")
          .required("the region that this receiver belongs to");

  private ClusterKeys() {}
}
