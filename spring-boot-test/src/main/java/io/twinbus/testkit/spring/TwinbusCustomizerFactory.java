package io.twinbus.testkit.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Adds the system to the contexts of a {@link TwinbusSpringTest}, before the application's beans.
 */
final class TwinbusCustomizerFactory implements ContextCustomizerFactory {

  @Override
  public @Nullable ContextCustomizer createContextCustomizer(
      Class<?> test, List<ContextConfigurationAttributes> attributes) {
    return TestContextAnnotationUtils.hasAnnotation(test, TwinbusSpringTest.class)
        ? new Customizer()
        : null;
  }

  /** Alike for all tests, so that they may share a context. */
  private record Customizer() implements ContextCustomizer {

    @Override
    public void customizeContext(
        ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
      new AnnotatedBeanDefinitionReader((BeanDefinitionRegistry) context.getBeanFactory())
          .register(TwinbusConfiguration.class);
    }
  }
}
