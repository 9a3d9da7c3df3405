/**
 * How records become JSON documents and back: names, fields, lifetimes, and the queries over them.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger.cosmos.document;
