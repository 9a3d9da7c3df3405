package io.twinbus.local.servicebus.management;

import io.twinbus.local.servicebus.EntityExistsException;
import io.twinbus.local.servicebus.NoSuchEntityException;
import io.twinbus.local.servicebus.access.Gatekeeper;
import io.twinbus.local.servicebus.access.Verdict;
import io.twinbus.local.servicebus.broker.Namespace;

/**
 * The management API of a namespace: entities and rules are described, listed, created, changed and
 * deleted. Used on the namespace's one thread.
 */
public final class ManagementApi {
  private static final String HEALTH = "health";
  private static final String NAMESPACE = "$namespaceinfo";

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
