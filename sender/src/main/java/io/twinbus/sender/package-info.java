/**
 * The sender: start at {@link io.twinbus.sender.Sender#builder}. Every message is written to all
 * regions, in the order of its session.
 *
 * <p>Applications use this package and four others: {@code message} (what is sent, and what became
 * of it), {@code settings}, {@code statistics}, and {@code request} (request and reply). {@code
 * metrics} and {@code tracing} are optional. The rest is inside: {@code journal} and {@code
 * pipeline} decide, {@code runtime} has the threads, {@code link} has the ports to Service Bus,
 * {@code servicebus} and {@code disk} implement ports. Only {@link io.twinbus.sender.SenderBuilder}
 * knows the implementations, and no package depends on one that depends on it.
 */
@org.apiguardian.api.API(status = org.apiguardian.api.API.Status.EXPERIMENTAL, since = "0.1.0")
@org.jspecify.annotations.NullMarked
package io.twinbus.sender;
