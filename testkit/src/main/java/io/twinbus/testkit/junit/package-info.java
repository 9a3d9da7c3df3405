/** JUnit 5 support: a local stack in the process of the tests. */
@NullMarked
package io.twinbus.testkit.junit;

import org.jspecify.annotations.NullMarked;
