/** What the promises need of a queue or subscription: pure rules over a description of it. */
@org.jspecify.annotations.NullMarked
package io.twinbus.protocol.entity;
