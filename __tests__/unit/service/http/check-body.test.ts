/** The same bytes ask for the same: what they mean is worked out once, and a "no" or an upload is not kept. */
import { describe, expect, it } from "@jest/globals";
import { understandBody } from "../../../../src/service/http/check-body.js";
import type { Asked, Understand } from "../../../../src/service/http/handlers/handlers.js";

/** Takes everything but what says so, and counts how often it is asked. */
function counting() {
  const inputs: unknown[] = [];
  const understand: Understand = (input) => {
    inputs.push(input);
    const asked: Asked = async () => Promise.resolve({ ok: true, body: {} });
    const isWrong = JSON.stringify(input).includes("wrong");
    return isWrong ? { ok: false, code: "VALIDATION_FAILED", message: "is wrong" } : { ok: true, asked };
  };
  return { inputs, understand: understandBody(understand) };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text));
}

describe("a body", () => {
  it("is understood once, however often it is sent", async () => {
    const { inputs, understand } = counting();
    const first = await understand(bytesOf('{"pr":1}'));
    expect(await understand(bytesOf('{"pr":1}'))).toBe(first);
    expect(inputs).toEqual([{ pr: 1 }]);
  });

  it.each([
    ['{"pr":1}', '{"pr":2}'],
    ['{"pr":"é"}', '{"pr":"\u00c3\u00a9"}'],
  ])("is told from every other one: %s, %s", async (one, other) => {
    const { inputs, understand } = counting();
    for (const text of [one, other, one]) await understand(bytesOf(text));
    expect(inputs).toEqual([JSON.parse(one), JSON.parse(other)]);
  });

  it.each(["", "no JSON", "[]", '{"wrong":1}'])("that is refused is judged again: %j", async (text) => {
    const { understand } = counting();
    const [one, other] = [await understand(bytesOf(text)), await understand(bytesOf(text))];
    expect(other).toEqual(one);
    expect(other).toMatchObject({ ok: false, code: "VALIDATION_FAILED" });
    expect(other).not.toBe(one);
  });

  it("that is as long as an upload is not kept", async () => {
    const { inputs, understand } = counting();
    const text = JSON.stringify({
      impactedTargets: Array.from({ length: 200 }, (_, index) => `//a:${index}`),
    });
    for (let times = 0; times < 2; times += 1) await understand(bytesOf(text));
    expect(inputs).toHaveLength(2);
  });

  it("is understood again after thousands of others", async () => {
    const { inputs, understand } = counting();
    for (let number = 0; number <= 4096; number += 1) await understand(bytesOf(`{"pr":${number}}`));
    await understand(bytesOf('{"pr":0}'));
    expect(inputs).toHaveLength(4098);
  });
});
