/** What is left of a text that contains a secret. */
import { describe, expect, it } from "@jest/globals";
import { Secrets } from "../../../src/action/runtime.js";

function redacted(text: string, ...secrets: readonly string[]): string {
  const all = new Secrets();
  for (const secret of secrets) all.add(secret);
  return all.redact(text);
}

describe("redact", () => {
  it.each([
    ["as it is", "a s3cr3t b", "s3cr3t", "a *** b"],
    ["several times", "s3cr3ts3cr3t", "s3cr3t", "******"],
    ["as JSON", String.raw`{"a":"x\"y\\z"}`, String.raw`x"y\z`, `{"a":"***"}`],
    ["in an address", "?t=a%2Fb%2B", "a/b+", "?t=***"],
    ["line by line", "three and four", "three\nfour", "*** and ***"],
    ["without the space around it", "a s3cr3t b", " s3cr3t\t", "a *** b"],
    ["line by line, but for lines that say nothing", "{abcd}", "{\nabcd\n}", "{***}"],
    ["with characters that patterns know", "a.b*c $& d", "a.b*c", "*** $& d"],
  ])("takes it out %s", (_how, text, secret, rest) => {
    expect(redacted(text, secret)).toBe(rest);
  });

  it("takes out the longer of two secrets first", () => {
    expect(redacted("abcdef", "abc", "abcdef")).toBe("***");
  });

  it("leaves a text alone when the secrets are blank", () => {
    expect(redacted("a b", "", " ", "\n")).toBe("a b");
  });
});
