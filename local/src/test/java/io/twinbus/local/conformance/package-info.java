/**
 * The conformance suite: one test for each rule that the documentation of Service Bus and Cosmos DB
 * states and this stack keeps, through the real Java SDKs.
 *
 * <p>To add a rule, add a method to a class that fits, or a class:
 *
 * <pre>{@code
 * @RuleSet("Service Bus: topics")
 * class TopicRules {
 *   @RegisterExtension
 *   static final ServiceBusTarget BUS = ServiceBusTarget.with(QueueSettings.plainQueue("jobs"));
 *
 *   @Rule(
 *       id = "sb-lock-expiry",
 *       text = "A lock that is not renewed ends after the lock duration; the message comes again.",
 *       doc = "https://learn.microsoft.com/azure/service-bus-messaging/message-transfers-locks-settlement")
 *   void comesAgainAfterItsLockEnded() {
 *     BUS.user().sender("jobs").sendMessage(message("m1"));
 *     one(BUS.user().receiver("jobs"));
 *
 *     BUS.pass(Duration.ofMinutes(1)); // moves the clock; against Azure it waits
 *
 *     assertThat(one(BUS.user().receiver("jobs")).getDeliveryCount()).isEqualTo(1);
 *   }
 * }
 * }</pre>
 *
 * <p>The class's name ends in {@code RulesTest}. {@code BUS.user()} hands out clients that are
 * closed after the test; {@code BUS.fresh("s1")} makes ids that no earlier run has used; {@code
 * BUS.local()} gives the endpoint itself, for outages and the like, and ends the test where there
 * is none. {@link io.twinbus.local.conformance.CosmosTarget} is the same for Cosmos DB.
 *
 * <p>Then write the table in docs/local.md and the file with the entities anew; {@code
 * RuleTableTest} and {@code SuiteEntitiesTest} fail until they fit. One name means the same entity
 * in all classes:
 *
 * <pre>{@code
 * ./mvnw -o -pl local -am verify -Dtest='RuleTableTest,SuiteEntitiesTest' \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dconformance.write=true
 * }</pre>
 *
 * <p>Against another service: {@code TWINBUS_CONFORMANCE_SERVICEBUS} (a connection string; the
 * entities must exist as in conformance/entities.json), {@code TWINBUS_CONFORMANCE_COSMOS_ENDPOINT}
 * and {@code TWINBUS_CONFORMANCE_COSMOS_KEY}; {@code TWINBUS_CONFORMANCE_PATIENCE_SECONDS} bounds
 * each wait. What cannot be run there is reported as skipped, with a line that says why.
 */
@NullMarked
package io.twinbus.local.conformance;

import org.jspecify.annotations.NullMarked;
