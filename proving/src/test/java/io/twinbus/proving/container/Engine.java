package io.twinbus.proving.container;

import com.github.dockerjava.api.exception.NotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;

/** Whether containers can be started here, and from which images. */
final class Engine {

  private static final Path SOCKET = Path.of("/var/run/docker.sock");

  private Engine() {}

  /** Whoever calls goes on only where there is an engine; elsewhere a line says what is not run. */
  static void require(String what) {
    if (!isThere()) {
      leaveOut(what, "there is no Docker engine that can be used");
    }
  }

  /** The same for images that nobody publishes: they must have been built here. */
  static void requireBuilt(String what, String... images) {
    require(what);
    for (String image : images) {
      if (!has(image)) {
        leaveOut(what, "there is no image %s (deploy/images/build makes it)".formatted(image));
      }
    }
  }

  /** The same for images that somebody publishes: they are here, or can be pulled. */
  static void requirePulled(String what, String... images) {
    require(what);
    for (String image : images) {
      if (!has(image) && !pull(image)) {
        leaveOut(what, "the image %s cannot be pulled".formatted(image));
      }
    }
  }

  /** The same where ports of containers have to be mapped to ports of this machine. */
  static void requireBridge(String what) {
    boolean bridged =
        DockerClientFactory.lazyClient().listNetworksCmd().exec().stream()
            .anyMatch(network -> "bridge".equals(network.getDriver()));
    if (!bridged) {
      leaveOut(what, "the Docker engine has no bridge, so no port can be mapped");
    }
  }

  private static boolean isThere() {
    if (System.getenv("DOCKER_HOST") == null && !Files.exists(SOCKET)) {
      return false;
    }
    try {
      return DockerClientFactory.instance().isDockerAvailable();
    } catch (RuntimeException e) {
      // An engine without a network of its own wants TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1.
      System.out.println("The Docker engine cannot be used: " + e.getMessage());
      return false;
    }
  }

  private static boolean has(String image) {
    try {
      DockerClientFactory.lazyClient().inspectImageCmd(image).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  private static boolean pull(String image) {
    try {
      return DockerClientFactory.lazyClient()
          .pullImageCmd(image)
          .start()
          .awaitCompletion(5, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (RuntimeException e) {
      return false; // no way to the registry, or it refuses
    }
  }

  /** Says in one line what is not run and why, and ends the test as not run. */
  static void leaveOut(String what, String why) {
    System.out.printf("NOT RUN: %s: %s.%n", what, why);
    Assumptions.abort(why);
  }
}
