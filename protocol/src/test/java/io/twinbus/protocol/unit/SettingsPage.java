package io.twinbus.protocol.unit;

import io.twinbus.protocol.settings.Setting;
import io.twinbus.protocol.settings.SettingCatalogue;
import io.twinbus.protocol.settings.SettingSection;
import java.util.stream.Collectors;

/** docs/settings.md, made from the catalogue. */
final class SettingsPage {

  private static final String HEAD =
      """
      # Settings

      Every setting of sender, receiver and command line. This page is made from the catalogue of settings
      (`io.twinbus.protocol.settings`), and a test keeps the two alike; `twinbus config explain` says the same.

      Settings stand in a YAML file (`--config FILE`, default `twinbus.yaml`). An environment variable wins over the file: the
      name in capitals, with `_` for `.` and `-`. `TWINBUS_RECEIVER_MAX_SESSIONS` sets `twinbus.receiver.max-sessions`, and
      `TWINBUS_REGIONS_EAST_NAMESPACE` the namespace of the region `east`.

      - A duration is written `250ms`, `15s`, `5m`, `2h`, `14d` or in ISO 8601 (`PT15S`). In numbers `_` may separate digits.
      - `${NAME}` in a file stands for an environment variable or for another key, `${NAME:default}` for the default where
        neither is set.
      - A name below `twinbus` that is not on this page is a mistake, and so is a value that a setting cannot have. A process
        says all its mistakes at once, a sentence each, and does not start. `twinbus config check` finds them beforehand.
      - A secret is shown nowhere: not by `config check`, not in a log, an error or a page.
      """;

  private SettingsPage() {}

  static String text() {
    return HEAD
        + SettingCatalogue.sections().stream()
            .map(SettingsPage::section)
            .collect(Collectors.joining());
  }

  private static String section(SettingSection section) {
    return "\n## %s\n\n%s\n\n| setting | values | default | meaning |\n|---|---|---|---|\n%s"
        .formatted(
            section.title(),
            section.purpose(),
            section.settings().stream().map(SettingsPage::row).collect(Collectors.joining()));
  }

  private static String row(Setting<?> setting) {
    return "| `%s` | %s | %s | %s |\n"
        .formatted(setting.name(), values(setting), otherwise(setting), meaning(setting));
  }

  private static String values(Setting<?> setting) {
    return setting.type().inWords()
        + setting.notes().unit().map(unit -> " " + unit).orElse("")
        + (setting.notes().isSecret() ? ", secret" : "");
  }

  private static String otherwise(Setting<?> setting) {
    String none = setting.notes().required().isPresent() ? "required" : "–";
    return setting.otherwiseText().map("`%s`"::formatted).orElse(none);
  }

  private static String meaning(Setting<?> setting) {
    return setting.notes().meaning()
        + setting.notes().atLimit().map(limit -> " At the limit: " + limit).orElse("");
  }
}
