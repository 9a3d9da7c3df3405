package io.twinbus.simulation;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A way to a store that fails: calls are answered late, on the caller's thread, exceptionally or
 * never; one that is not answered may have been carried out, or may be carried out later.
 *
 * <p>Not thread-safe.
 */
final class FaultyPort implements InvocationHandler {

  /** How a store is to be reached, for all processes alike. */
  static final class Weather {
    boolean rough = true;
    boolean out;
  }

  private final Object real;
  private final Ground ground;
  private final Weather weather;

  private FaultyPort(Object real, Ground ground, Weather weather) {
    this.real = real;
    this.ground = ground;
    this.weather = weather;
  }

  /** The way to {@code real}, whose methods answer stages. */
  static <T> T to(Class<T> port, T real, Ground ground, Weather weather) {
    Object way =
        Proxy.newProxyInstance(
            port.getClassLoader(), new Class<?>[] {port}, new FaultyPort(real, ground, weather));
    return port.cast(way);
  }

  @Override
  public Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
    Chance chance = ground.chance();
    CompletableFuture<Object> answer = new CompletableFuture<>();
    if (weather.out) {
      return answer;
    }
    double dice = weather.rough ? chance.real(0, 100) : 100;
    if (dice < 0.5) {
      throw new IllegalStateException("the client of the store is broken");
    } else if (dice < 1) {
      answer.completeExceptionally(new IllegalStateException("the store has failed"));
    } else if (dice < 2) {
      ground.score().count("request lost");
    } else if (dice < 3) {
      after(chance.millis(1, 15), () -> take(method, arguments));
    } else if (dice < 4) {
      after(chance.millis(1_000, 15_000), () -> take(method, arguments));
    } else if (dice < 12) {
      take(method, arguments).thenAccept(answer::complete);
    } else {
      boolean isSlow = dice < 14;
      Duration way = isSlow ? chance.millis(100, 8_000) : chance.millis(1, 12);
      after(
          way,
          () ->
              take(method, arguments)
                  .thenAccept(
                      outcome -> after(chance.millis(1, 12), () -> answer.complete(outcome))));
    }
    return answer;
  }

  private void after(Duration time, Runnable step) {
    ground.timeline().after(time, step);
  }

  @SuppressWarnings("unchecked") // every method of a store's port answers a stage
  private CompletionStage<Object> take(Method method, Object @Nullable [] arguments) {
    try {
      return (CompletionStage<Object>) method.invoke(real, arguments);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("The store's port cannot be called.", e);
    }
  }
}
