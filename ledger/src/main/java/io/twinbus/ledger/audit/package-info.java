/** What operators did and which bodies they saw: documents that are created and never replaced. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger.audit;
