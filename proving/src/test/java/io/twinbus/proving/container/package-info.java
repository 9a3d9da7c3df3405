/** Tests in containers, wherever there is an engine; where there is none, one line says so. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.container;
