@org.jspecify.annotations.NullMarked
package io.twinbus.proving.process;
