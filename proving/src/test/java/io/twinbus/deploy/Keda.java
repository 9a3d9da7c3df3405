package io.twinbus.deploy;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;

/** KEDA's resources, as far as the manifests use them: fabric8 has no models of them. */
final class Keda {

  private Keda() {}

  record ScaledObject(String apiVersion, String kind, ObjectMeta metadata, ScaledSpec spec) {}

  record ScaledSpec(
      Name scaleTargetRef,
      int minReplicaCount,
      int maxReplicaCount,
      int cooldownPeriod,
      List<Trigger> triggers) {}

  record Trigger(String type, Map<String, String> metadata, Name authenticationRef) {}

  record TriggerAuthentication(
      String apiVersion, String kind, ObjectMeta metadata, AuthenticationSpec spec) {}

  record AuthenticationSpec(Provider podIdentity) {}

  record Provider(String provider) {}

  record Name(String name) {}
}
