package io.twinbus.deploy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Kubernetes manifests as typed models, by their kinds. A field that a model does not have is an
 * error.
 */
final class Manifests {

  private static final Map<String, Class<?>> MODELS =
      Map.of(
          "ConfigMap", ConfigMap.class,
          "Deployment", Deployment.class,
          "PodDisruptionBudget", PodDisruptionBudget.class,
          "ScaledObject", Keda.ScaledObject.class,
          "ServiceAccount", ServiceAccount.class,
          "TriggerAuthentication", Keda.TriggerAuthentication.class);

  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .setAnnotationIntrospector(new WithoutExtras());

  private final Map<String, Object> byKind;

  private Manifests(Map<String, Object> byKind) {
    this.byKind = byKind;
  }

  /**
   * @throws IllegalArgumentException naming the field that its model does not have
   */
  static Manifests of(String yaml) {
    Map<String, Object> found = new TreeMap<>();
    for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml)) {
      String kind = String.valueOf(((Map<?, ?>) document).get("kind"));
      Class<?> model = MODELS.get(kind);
      if (model == null || found.put(kind, STRICT.convertValue(document, model)) != null) {
        throw new IllegalArgumentException("There is a second, or an unknown, " + kind);
      }
    }
    return new Manifests(found);
  }

  Iterable<String> kinds() {
    return byKind.keySet();
  }

  <T> T one(Class<T> model) {
    return model.cast(Objects.requireNonNull(byKind.get(model.getSimpleName())));
  }

  /** Models collect fields that they do not know; without that, such fields are unknown. */
  private static final class WithoutExtras extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return false;
    }
  }
}
