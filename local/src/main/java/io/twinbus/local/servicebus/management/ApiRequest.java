package io.twinbus.local.servicebus.management;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to the management API, without HTTP.
 *
 * @param method such as {@code PUT}
 * @param path decoded, without a slash at either end
 * @param query the decoded parameters
 * @param token the {@code Authorization} header; null: there is none
 * @param update whether it is to change what is there ({@code If-Match}), and not to create
 * @param body its text
 */
public record ApiRequest(
    String method,
    String path,
    Map<String, String> query,
    @Nullable String token,
    boolean update,
    String body) {}
