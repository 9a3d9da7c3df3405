/** The import table of the design, checked rule by rule over all modules. */
@org.jspecify.annotations.NullMarked
package io.twinbus.architecture;
