/** What a receiver needs of its queue or subscription: pure rules over a description of it. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.entity;
