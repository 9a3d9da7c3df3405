package io.twinbus.ops.unit;

import java.lang.reflect.Proxy;

/** A port that a command must not touch. */
public final class UnaskedPort {

  private UnaskedPort() {}

  /** A {@code port} each of whose methods fails the test. */
  public static <T> T of(Class<T> port) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              throw new AssertionError(method.getName() + " is not asked.");
            }));
  }
}
