/** The code in a redirect or a pasted line: only with the state that was sent, and never repeated in a refusal. */
import { describe, expect, it } from "@jest/globals";
import { codeInLine, codeInRedirect } from "../../../../../src/cli/server/github-setup/redirect-code.js";

const STATE = "s3cret-state";
const ADDRESS = "http://127.0.0.1:4000/registered";

describe("a redirect", () => {
  it("gives its code when the state is the one that was sent", () => {
    const parameters = new URLSearchParams({ code: "a1-B_2", state: STATE });
    expect(codeInRedirect(parameters, STATE)).toEqual({ ok: true, code: "a1-B_2" });
  });

  it.each([
    "code=a1",
    "code=a1&state=",
    "code=a1&state=s3cret-stat",
    "code=a1&state=s3cret-state&state=other",
    `state=${STATE}`,
    `code=&state=${STATE}`,
    `code=a1&code=b2&state=${STATE}`,
    `code=..%2F..%2Fapp&state=${STATE}`,
    `code=%3Cscript%3E&state=${STATE}`,
    `code=${"a".repeat(129)}&state=${STATE}`,
  ])("is refused without a word of it: %s", (query) => {
    const found = codeInRedirect(new URLSearchParams(query), STATE);
    expect(found).toMatchObject({ ok: false });
    expect(JSON.stringify(found)).not.toMatch(/a1|b2|script|s3cret/);
  });
});

describe("a pasted line", () => {
  it.each([
    ["a1b2", "a1b2"],
    ["  a1b2\r", "a1b2"],
    [`${ADDRESS}?code=a1b2&state=${STATE}`, "a1b2"],
    [`${ADDRESS}?state=${STATE}&code=a1b2#here`, "a1b2"],
  ])("gives the code: %j", (line, code) => {
    expect(codeInLine(line, STATE)).toEqual({ ok: true, code });
  });

  it.each([
    "",
    "two words",
    "<script>",
    "?code=a1b2",
    `${ADDRESS}?code=a1b2&state=other`,
    `${ADDRESS}?code=a1b2`,
    `${ADDRESS}?code=a1b2&state=${STATE}&more=${"x".repeat(5000)}`,
  ])("is refused: %j", (line) => {
    expect(codeInLine(line, STATE)).toMatchObject({ ok: false });
  });
});
