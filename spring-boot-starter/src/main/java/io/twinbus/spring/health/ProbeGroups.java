package io.twinbus.spring.health;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.health.AdditionalHealthEndpointPath;
import org.springframework.boot.actuate.health.HealthEndpointGroup;
import org.springframework.boot.actuate.health.HealthEndpointGroups;
import org.springframework.boot.actuate.health.HttpCodeStatusMapper;
import org.springframework.boot.actuate.health.StatusAggregator;

/** Actuator's groups, with the receiver in those that Kubernetes asks for. */
final class ProbeGroups implements HealthEndpointGroups {

  /** What the name of a group adds to it. */
  private static final Map<String, String> ADDED =
      Map.of("readiness", "twinbus", "liveness", "twinbusWorkers");

  private final HealthEndpointGroups groups;

  ProbeGroups(HealthEndpointGroups groups) {
    this.groups = groups;
  }

  @Override
  public HealthEndpointGroup getPrimary() {
    return groups.getPrimary();
  }

  @Override
  public Set<String> getNames() {
    return groups.getNames();
  }

  @Override
  public @Nullable HealthEndpointGroup get(String name) {
    return with(ADDED.get(name), groups.get(name));
  }

  @Override
  public @Nullable HealthEndpointGroup get(AdditionalHealthEndpointPath path) {
    for (String name : ADDED.keySet()) {
      HealthEndpointGroup group = groups.get(name);
      if (group != null && path.equals(group.getAdditionalPath())) {
        return with(ADDED.get(name), group);
      }
    }
    return groups.get(path);
  }

  private static @Nullable HealthEndpointGroup with(
      @Nullable String added, @Nullable HealthEndpointGroup group) {
    return added == null || group == null ? group : new Extended(group, added);
  }

  /** A group with one member more. */
  private record Extended(HealthEndpointGroup group, String added) implements HealthEndpointGroup {

    @Override
    public boolean isMember(String name) {
      return name.equals(added) || group.isMember(name);
    }

    @Override
    public boolean showComponents(SecurityContext securityContext) {
      return group.showComponents(securityContext);
    }

    @Override
    public boolean showDetails(SecurityContext securityContext) {
      return group.showDetails(securityContext);
    }

    @Override
    public StatusAggregator getStatusAggregator() {
      return group.getStatusAggregator();
    }

    @Override
    public HttpCodeStatusMapper getHttpCodeStatusMapper() {
      return group.getHttpCodeStatusMapper();
    }

    @Override
    public @Nullable AdditionalHealthEndpointPath getAdditionalPath() {
      return group.getAdditionalPath();
    }
  }
}
