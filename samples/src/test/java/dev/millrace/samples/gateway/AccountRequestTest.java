package dev.millrace.samples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountRequestTest {
    @Test
    void shouldReadKeyStatementAndTrace() {
        AccountRequest request = AccountRequest.parse("GET /account/17?statement=123456789012&trace=3 HTTP/1.1");

        assertThat(request).isEqualTo(new AccountRequest(17, 123_456_789_012L, 3));
    }

    @Test
    void shouldTakeTraceAsOptional() {
        AccountRequest request = AccountRequest.parse("GET /account/17?statement=5 HTTP/1.1");

        assertThat(request).isEqualTo(new AccountRequest(17, 5, 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET",
                "GET /",
                "GET /account/17 HTTP/1.1",
                "GET /account/x?statement=1 HTTP/1.1",
                "GET /account/1?statement=one HTTP/1.1",
                "POST /account/1?statement=1 HTTP/1.1",
                "GET /account/99999999999?statement=1 HTTP/1.1",
            })
    void shouldRefuseWhatIsNoRequestForAnAccount(String line) {
        assertThat(AccountRequest.parse(line)).isNull();
    }
}
