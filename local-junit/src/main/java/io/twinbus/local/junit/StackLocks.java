package io.twinbus.local.junit;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Keeps tests from resetting each other's stack where JUnit runs them at the same time: those of
 * one class take turns, and so do all classes that share a stack.
 */
final class StackLocks implements ResourceLocksProvider {

  private static final String SHARED = LocalStackTest.class.getName();

  @Override
  public Set<Lock> provideForClass(Class<?> testClass) {
    return locks(testClass);
  }

  @Override
  public Set<Lock> provideForNestedClass(List<Class<?>> enclosing, Class<?> testClass) {
    return locks(testClass);
  }

  private static Set<Lock> locks(Class<?> testClass) {
    boolean shared =
        AnnotationSupport.findAnnotation(testClass, LocalStackTest.class)
            .map(LocalStackTest::shared)
            .orElse(false);
    return Set.of(new Lock(shared ? SHARED : testClass.getName()));
  }
}
