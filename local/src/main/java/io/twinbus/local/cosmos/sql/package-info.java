/**
 * The part of the document query language that the ledger and its tools speak: lexer, parser,
 * expressions, evaluation.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.cosmos.sql;
