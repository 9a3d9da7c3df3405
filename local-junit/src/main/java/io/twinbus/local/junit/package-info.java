/** JUnit 5 support for any Java project: a local stack in the process of the tests. */
@NullMarked
package io.twinbus.local.junit;

import org.jspecify.annotations.NullMarked;
