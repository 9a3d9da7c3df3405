/**
 * The document query language, as far as one container and one partition of it need it: lexer,
 * parser, expressions, evaluation.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.cosmos.sql;
