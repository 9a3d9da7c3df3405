package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.cosmos.operation.StatusRules;
import io.twinbus.ledger.cosmos.operation.StatusVerdict;
import io.twinbus.ledger.cosmos.operation.Verb;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusRulesTest {

  @ParameterizedTest(name = "{0}/{1}: read {2}, create {3}, replace {4}, query {5}")
  @CsvSource({
    // status, substatus, read,    create,   replace,  query
    "200,     0,         DONE,    DONE,     DONE,     DONE",
    "201,     0,         DONE,    DONE,     DONE,     DONE",
    // nothing was heard: connection reset, refused, closed
    "0,       0,         UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "408,     0,         UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "408,     10002,     UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "408,     20008,     UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "408,     21013,     UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "410,     0,         UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "410,     21006,     UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "429,     3200,      UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "449,     0,         UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "500,     0,         UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "502,     0,         UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "503,     0,         UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    "503,     10001,     UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    // the write region is moving
    "403,     3,         UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    // the only conflicts
    "409,     0,         REFUSED, CONFLICT, REFUSED,  REFUSED",
    "412,     0,         REFUSED, REFUSED,  CONFLICT, REFUSED",
    "404,     0,         ABSENT,  REFUSED,  CONFLICT, REFUSED",
    // a missing container is not a missing document, nor is a replica that lags
    "404,     1003,      REFUSED, REFUSED,  REFUSED,  REFUSED",
    "404,     1002,      UNKNOWN, UNKNOWN,  UNKNOWN,  UNKNOWN",
    // somebody must mend something
    "400,     0,         REFUSED, REFUSED,  REFUSED,  REFUSED",
    "401,     0,         REFUSED, REFUSED,  REFUSED,  REFUSED",
    "403,     0,         REFUSED, REFUSED,  REFUSED,  REFUSED",
    "403,     1014,      REFUSED, REFUSED,  REFUSED,  REFUSED",
    "413,     0,         REFUSED, REFUSED,  REFUSED,  REFUSED"
  })
  void eachAnswerMeansOneThing(
      int status,
      int substatus,
      StatusVerdict read,
      StatusVerdict create,
      StatusVerdict replace,
      StatusVerdict query) {
    assertThat(StatusRules.verdict(Verb.READ, status, substatus)).isEqualTo(read);
    assertThat(StatusRules.verdict(Verb.CREATE, status, substatus)).isEqualTo(create);
    assertThat(StatusRules.verdict(Verb.REPLACE, status, substatus)).isEqualTo(replace);
    assertThat(StatusRules.verdict(Verb.QUERY, status, substatus)).isEqualTo(query);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 413, 415})
  void everyRefusalSaysWhatToDo(int status) {
    assertThat(StatusRules.advice(status, 0)).isNotBlank().doesNotEndWith(".");
  }
}
