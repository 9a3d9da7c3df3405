/** What a person may change through pages, each as the words of its command. */
@org.jspecify.annotations.NullMarked
package io.twinbus.console.acts;
