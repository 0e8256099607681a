/** The trace that the requests of a client say they belong to. */
import { describe, expect, it } from "@jest/globals";
import { traceHeaders } from "../../../src/client/attempt.js";

const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

function headersIn(variables: Readonly<Record<string, string>>) {
  return traceHeaders((name) => variables[name]);
}

describe("the trace of a client's requests", () => {
  it("is its caller's where the environment has one", () => {
    expect(headersIn({ TRACEPARENT: ` ${TRACEPARENT}\n`, TRACESTATE: "a=1,b=2" })).toEqual({
      traceparent: TRACEPARENT,
      tracestate: "a=1,b=2",
    });
    expect(headersIn({ TRACEPARENT })).toEqual({ traceparent: TRACEPARENT });
  });

  it("is a new one otherwise, and another each time", () => {
    const [one, other] = [headersIn({}), headersIn({})];
    expect(one.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(one).not.toEqual(other);
  });

  it.each([
    "",
    "hello",
    TRACEPARENT.toUpperCase(),
    `${TRACEPARENT}-more`,
    TRACEPARENT.replace("00-", "01-"),
    `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${"0".repeat(16)}-01`,
    `${TRACEPARENT}\r\nx-api-token: stolen`,
  ])("is a new one where the environment says %j", (text) => {
    const headers = headersIn({ TRACEPARENT: text, TRACESTATE: "a=1" });
    expect(headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(headers.traceparent).not.toBe(TRACEPARENT);
    expect(headers.tracestate).toBeUndefined();
  });

  it.each(["a=1\r\nx-api-token: stolen", "é=1", `a=${"x".repeat(600)}`])(
    "goes without a state such as %j",
    (TRACESTATE) => {
      expect(headersIn({ TRACEPARENT, TRACESTATE })).toEqual({ traceparent: TRACEPARENT });
    },
  );
});
