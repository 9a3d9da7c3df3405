package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.testkit.spring.TwinbusSpringTest;
import io.twinbus.testkit.system.Twinbus;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

// snippet
@TwinbusSpringTest
@TestPropertySource(properties = "twinbus.home=east")
class OrdersTest {
  @Test
  void anOrderGoesOnWhileARegionIsAway(@Autowired Twinbus twinbus) throws Exception {
    twinbus.send("order-1", new OrderEvent("placed", 4200));
    twinbus.awaitHandled("order-1", 1);
    twinbus.fail("east");
    twinbus.send("order-1", new OrderEvent("paid", 4200));
    assertThat(twinbus.awaitHandled("order-1", 2))
        .hasSize(2)
        .last()
        .matches(handled -> handled.region().equals("west"));
  }
}
