/** Tests of Spring Boot applications against two regions and a ledger in their own process. */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.spring;
