@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.spring;
