/** The receiver's health in Spring Boot's Actuator. */
@org.jspecify.annotations.NullMarked
package io.twinbus.spring.health;
