/** Spans without an SDK, and what vendors note on a trace; spans with one are those of a running service. */
import { describe, expect, it } from "@jest/globals";
import { otelTracer, VendorState } from "../../../../src/service/observability/otel-tracer.js";

describe("a tracer without an SDK", () => {
  it("is off, records nothing, and lets the work be done", async () => {
    const tracer = otelTracer("1.2.3");
    expect(tracer.isOn()).toBe(false);
    const parent = {
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      tracestate: "a=1,b=2",
    };
    const span = tracer.begin("nothing", {
      parent,
      links: [parent],
      kind: "server",
      attributes: { a: ["b"] },
    });
    span.set({ c: 1 });
    span.fail(new Error("in vain"));
    expect(span.context).toBeNull();
    expect(await span.around(async () => Promise.resolve("done"))).toBe("done");
    span.end();
  });
});

describe("what vendors noted", () => {
  it("is kept in order, the newest first", () => {
    const state = VendorState.read("a=1, b=x=y,");
    expect(state.serialize()).toBe("a=1,b=x=y");
    expect([state.get("b"), state.get("c")]).toEqual(["x=y", undefined]);
    expect(state.set("b", "2").serialize()).toBe("b=2,a=1");
    expect(state.unset("a").serialize()).toBe("b=x=y");
  });
});
