/** What is said of an answer that is a failure, however hostile its body. */
import { describe, expect, it } from "@jest/globals";
import { callFailure } from "../../../../../src/service/forge/github/calls/call-failure.js";
import { oneLine } from "../../../../../src/service/forge/github/calls/one-line.js";

const CALL = {
  repository: { host: "github.com", owner: "acme", name: "shop" },
  method: "GET",
  route: "/pulls",
};
const SIZE = 1_000_000;

function wordsFor(data: unknown): string {
  return callFailure({ status: 502, headers: {}, data }, CALL, {
    waitMs: 0,
    isTransient: false,
  }).message;
}

describe("the words of a failure", () => {
  it("are those of a page without its marks", () => {
    expect(wordsFor("<html><h1>Unicorn!</h1> <p>Later</p></html>")).toMatch(/502: Unicorn! +Later$/);
  });

  // Patterns that look at all of it would take minutes or more.
  it.each([
    ["a page of brackets", "<".repeat(SIZE)],
    ["a message of half tokens", { message: "eyJ".repeat(SIZE / 3) }],
    ["a message of token beginnings", { message: "gh".repeat(SIZE / 2) }],
  ])("are short, and found at once, in %s", (_name, body) => {
    expect(wordsFor(body).length).toBeLessThan(500);
  });

  it("hide a token that begins where they are cut", () => {
    expect(oneLine(`${"x".repeat(290)} ghs_secretsecret`)).not.toContain("ghs_");
  });

  it("hide a token of an installation, dots and all", () => {
    const token = `ghs_12345_eyJhbGciOiJSUzI1NiJ9.${"eyJpc3MiOjF9".repeat(40)}.c2lnbmF0-dXJl_x`;
    expect(oneLine(`Bad credentials ${token} end`)).toBe("Bad credentials *** end");
  });

  it("are what each of the errors says, however deep the others are", () => {
    const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
    const errors = [deep, "Too long", { field: "base", code: "invalid", message: deep }, { message: "No" }];
    expect(wordsFor({ message: "Failed", errors })).toMatch(/502: Failed \(Too long; base invalid; No\)$/);
    expect(wordsFor({ message: "Failed", errors: deep })).toMatch(/502: Failed$/);
  });
});
