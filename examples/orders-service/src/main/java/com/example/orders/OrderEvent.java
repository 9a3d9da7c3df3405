package com.example.orders;

import io.micronaut.serde.annotation.Serdeable;

/** What happened to an order: it was {@code placed} for an amount, or so much was {@code paid}. */
@Serdeable
record OrderEvent(String event, long cents) {}
