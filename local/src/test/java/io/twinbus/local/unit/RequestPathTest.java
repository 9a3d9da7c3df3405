package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.cosmos.http.Request;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestPathTest {
  @ParameterizedTest
  @CsvSource({
    "/dbs/shop/colls/orders, dbs|shop|colls|orders",
    "/dbs/a%20b+c/?x=/y, dbs|a b+c",
    "https://localhost:8081/dbs/shop, dbs|shop",
    "https://localhost:8081/dbs/http%3A%2F%2Fx, dbs|http://x",
    "https://localhost:8081, ''",
    "/, ''",
  })
  void aPathOrAWholeAddressHasItsSegments(String uri, String segments) {
    assertThat(String.join("|", Request.segments(uri))).isEqualTo(segments);
  }
}
