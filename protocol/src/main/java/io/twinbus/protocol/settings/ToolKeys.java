package io.twinbus.protocol.settings;

import static io.twinbus.protocol.settings.ValueType.flag;
import static io.twinbus.protocol.settings.ValueType.text;

/** The settings of operators' commands and of tests. */
public final class ToolKeys {

  static final SettingSection SECTION =
      new SettingSection(
          "Commands and tests", "twinbus.", "Operators' commands and tests read these.");

  /** The operator's name. */
  public static final Setting<String> OPERATOR =
      SECTION
          .define(
              "operator",
              text("name"),
              "The operator's name, which stays on record with what a command changes. The user of"
                  + " the machine where it is not set.")
          .optional();

  /** Whether a test keeps the application's own pace. */
  public static final Setting<Boolean> TEST_OWN_PACE =
      SECTION
          .define(
              "test.own-pace",
              flag(),
              "Whether a test with `@TwinbusTest` keeps the application's own delays and leases"
                  + " instead of short ones.")
          .otherwise(false);

  private ToolKeys() {}
}
