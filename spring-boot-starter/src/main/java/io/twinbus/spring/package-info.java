/** Sender and receiver as beans of Spring Boot applications. */
@org.jspecify.annotations.NullMarked
package io.twinbus.spring;
