@org.jspecify.annotations.NullMarked
package io.twinbus.sender.micronaut;
