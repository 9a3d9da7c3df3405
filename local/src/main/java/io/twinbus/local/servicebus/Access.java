package io.twinbus.local.servicebus;

import org.jspecify.annotations.Nullable;

/**
 * Who may connect: everybody, or whoever signs with the one key. Immutable.
 *
 * @param keyName the name of the key; default {@code local}
 * @param key the key as clients hold it, in any characters; null: any key is as good as another,
 *     and none is needed
 */
public record Access(String keyName, @Nullable String key) {
  /** The key of Microsoft's Service Bus emulator, which everybody knows. */
  public static final Access OF_THE_EMULATOR =
      new Access("RootManageSharedAccessKey", "SAS_KEY_VALUE");

  private static final String KEY_NAME = "local";

  // What a connection string of an open endpoint says, since clients insist on some key.
  private static final String ANY_KEY = "bG9jYWw=";

  /** Checks that nothing in it breaks a connection string. */
  public Access {
    InvalidEndpointSettingException.unless(
        !keyName.isBlank() && !keyName.contains(";"),
        "The key's name '" + keyName + "'",
        "must not be empty nor contain a semicolon");
    InvalidEndpointSettingException.unless(
        key == null || (!key.isBlank() && !key.contains(";")),
        "The key '" + keyName + "'",
        "must not be empty nor contain a semicolon");
  }

  /** Everybody may do everything. */
  public static Access open() {
    return new Access(KEY_NAME, null);
  }

  /** Only those may connect who sign with this key. */
  public static Access withKey(String key) {
    return new Access(KEY_NAME, key);
  }

  /** Whether tokens are checked. */
  public boolean checked() {
    return key != null;
  }

  /** What a connection string says about the key. */
  public String inConnectionString() {
    return "SharedAccessKeyName=" + keyName + ";SharedAccessKey=" + (key == null ? ANY_KEY : key);
  }
}
