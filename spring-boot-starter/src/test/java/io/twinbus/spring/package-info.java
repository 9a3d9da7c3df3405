@org.jspecify.annotations.NullMarked
package io.twinbus.spring;
