/** The token is found however a server writes it back. */
import { describe, expect, it } from "@jest/globals";
import { redactor } from "../../../src/client/transport.js";

const SECRET = 'ab+c/d"e\\f<g&h=1';
const redact = redactor(SECRET);

describe("redactor", () => {
  const spellings: readonly (readonly [fact: string, spelling: string])[] = [
    ["as it is", SECRET],
    ["in an address", encodeURIComponent(SECRET)],
    ["in an address with lower-case digits", encodeURIComponent(SECRET).toLowerCase()],
    ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["in JSON of a cautious encoder", "ab\\u002Bc\\/d\\u0022e\\\\f\\u003cg\\u0026h=1"],
    ["in HTML", "ab&#43;c/d&#34;e\\f&#x3C;g&#38;h&#061;1"],
    ["in other letters", SECRET.toUpperCase()],
  ];
  for (const [fact, spelling] of spellings) {
    it(`finds the secret ${fact}`, () => {
      expect(redact(`<${spelling}> and ${spelling}`)).toBe("<***> and ***");
    });
  }

  it("takes the beginning of the secret off a cut text", () => {
    expect(redact(`see ${SECRET.slice(0, 9)}`)).toBe("see ***");
  });

  it("leaves other text alone", () => {
    expect(redact('ab+c/d"e\\f<g&h=2, ab+c')).toBe('ab+c/d"e\\f<g&h=2, ab+c');
  });
});
