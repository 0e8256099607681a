/** The trace that a request says it belongs to. */
import { describe, expect, it } from "@jest/globals";
import { readTraceContext } from "../../../../src/service/http/traced.js";

const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

function read(traceparent: string, tracestate?: string) {
  const headers = new Map([
    ["traceparent", traceparent],
    ...(tracestate === undefined ? [] : [["tracestate", tracestate] as const]),
  ]);
  return readTraceContext((name) => headers.get(name));
}

describe("the trace of a request", () => {
  it("is what its headers say", () => {
    expect(read(TRACEPARENT)).toEqual({ traceparent: TRACEPARENT, tracestate: null });
    expect(read(TRACEPARENT, "rojo=00f067aa0ba902b7, congo=t61@x ,")).toEqual({
      traceparent: TRACEPARENT,
      tracestate: "rojo=00f067aa0ba902b7,congo=t61@x",
    });
  });

  it("is read from later versions as far as this one knows them", () => {
    expect(read(`cc${TRACEPARENT.slice(2)}-what-the-future-brings`)?.traceparent).toBe(TRACEPARENT);
    expect(read(`cc${TRACEPARENT.slice(2)}`)?.traceparent).toBe(TRACEPARENT);
  });

  it.each([
    "",
    "00",
    TRACEPARENT.toUpperCase(),
    `${TRACEPARENT}-more`,
    `ff${TRACEPARENT.slice(2)}`,
    ` ${TRACEPARENT}`,
    `${TRACEPARENT}, ${TRACEPARENT}`,
    `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${"0".repeat(16)}-01`,
    `00-${"a".repeat(100_000)}-b7ad6b7169203331-01`,
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0g",
  ])("is none where the header says %.80j", (traceparent) => {
    expect(read(traceparent)).toBeNull();
  });

  it.each([
    "no equals sign",
    "A=1",
    "a=1,b",
    "a=é",
    "a=1\u0000",
    `a=${"x".repeat(600)}`,
    Array.from({ length: 33 }, (_, index) => `k${index}=1`).join(),
    ",,",
  ])("goes without a state such as %.60j", (tracestate) => {
    expect(read(TRACEPARENT, tracestate)).toEqual({ traceparent: TRACEPARENT, tracestate: null });
  });
});
