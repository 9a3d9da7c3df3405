/** Tests of the JUnit support, written as a user of it would. */
@NullMarked
package io.twinbus.local.junit;

import org.jspecify.annotations.NullMarked;
