package io.twinbus.local.servicebus.management;

import io.twinbus.local.servicebus.EntityExistsException;
import io.twinbus.local.servicebus.MissingFeature;
import io.twinbus.local.servicebus.NoSuchEntityException;
import io.twinbus.local.servicebus.access.Gatekeeper;
import io.twinbus.local.servicebus.access.Verdict;
import io.twinbus.local.servicebus.broker.Namespace;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The management API of a namespace: entities and rules are described, listed, created, changed and
 * deleted. Used on the namespace's one thread.
 */
public final class ManagementApi {
  private static final String HEALTH = "health";
  private static final String NAMESPACE = "$namespaceinfo";
  private static final String WEB_SOCKET = "$servicebus/websocket";
  private static final Pattern MESSAGES =
      Pattern.compile("(?i)POST .+/messages|\\w+ .+/messages/(head|[^/]+/[^/]+)");
  private static final Pattern VERSION = Pattern.compile("\\d{4}-\\d{2}");
  private static final String NEWEST_VERSION = "2021-05";

  private final String region;
  private final Gatekeeper gatekeeper;
  private final EntityQueries queries;
  private final EntityChanges changes;
  private final Runnable changed;

  /** Runs {@code changed} after each change, so that clients hear of it. */
  public ManagementApi(
      String region, Namespace namespace, Gatekeeper gatekeeper, Runnable changed) {
    this.region = region;
    this.gatekeeper = gatekeeper;
    this.queries = new EntityQueries(namespace);
    this.changes = new EntityChanges(namespace, queries);
    this.changed = changed;
  }

  /** Carries out a request; what is wrong with it is told in the answer. */
  public ApiResponse answer(ApiRequest request) {
    if (request.path().equals(HEALTH) && request.method().equals("GET")) {
      return ApiResponse.healthy();
    }
    Optional<String> refusal = refusal(request);
    if (refusal.isPresent()) {
      return ApiResponse.error(400, refusal.get());
    }
    String token = request.token();
    if (token == null) {
      return ApiResponse.error(401, "A token is missing: sign with the namespace's key.");
    }
    if (gatekeeper.judge(token, request.path()) instanceof Verdict.Denied denied) {
      return ApiResponse.error(401, denied.why());
    }
    try {
      return route(request);
    } catch (NoSuchEntityException e) {
      return ApiResponse.error(404, String.valueOf(e.getMessage()));
    } catch (EntityExistsException e) {
      return ApiResponse.error(409, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      return ApiResponse.error(400, String.valueOf(e.getMessage()));
    }
  }

  /** What the service does for such a request and this API does not. */
  private static Optional<String> refusal(ApiRequest request) {
    if (request.path().equalsIgnoreCase(WEB_SOCKET)) {
      return Optional.of(MissingFeature.WEB_SOCKETS.sentence());
    }
    if (MESSAGES.matcher(request.method() + " " + request.path()).matches()) {
      return Optional.of(MissingFeature.MESSAGES_OVER_HTTP.sentence());
    }
    String version = request.query().getOrDefault("api-version", NEWEST_VERSION);
    boolean spoken = VERSION.matcher(version).matches() && version.compareTo(NEWEST_VERSION) <= 0;
    return spoken
        ? Optional.empty()
        : Optional.of(
            "The api-version '%s' is not spoken here: ask for %s."
                .formatted(version, NEWEST_VERSION));
  }

  private ApiResponse route(ApiRequest request) {
    EntityPath path = EntityPath.of(request.path());
    switch (request.method()) {
      case "GET" -> {
        return request.path().equals(NAMESPACE)
            ? ApiResponse.entry(200, EntityXml.namespace(region))
            : queries.answer(request, path);
      }
      case "PUT" -> {
        ApiResponse response = changes.put(request, path);
        changed.run();
        return response;
      }
      case "DELETE" -> {
        changes.delete(path);
        changed.run();
        return ApiResponse.entry(200, "");
      }
      default -> {
        return ApiResponse.error(405, "The methods are GET, PUT and DELETE.");
      }
    }
  }
}
