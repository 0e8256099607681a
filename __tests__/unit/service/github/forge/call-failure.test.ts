/** The error text for a failed answer is safe, even if the body is hostile. */
import { describe, expect, it } from "@jest/globals";
import { callFailure, limitMs, oneLine } from "../../../../../src/service/github/api/call-failure.js";
import { OwnerTraffic } from "../../../../../src/service/github/api/owner-traffic.js";

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

describe("a limit that is reached", () => {
  const waitMs = (headers: Readonly<Record<string, string>>, status = 403) =>
    limitMs({ status, headers: { "x-ratelimit-remaining": "0", ...headers }, data: {} });

  it("lasts until the time that GitHub names", () => {
    const reset = String(Math.ceil(Date.now() / 1000) + 300);
    expect(waitMs({ "x-ratelimit-reset": reset })).toBeGreaterThan(299_000);
  });

  it.each([undefined, "", "soon", "NaN", "-1", "0"])("lasts a while where that time is none: %s", (reset) => {
    const named = reset === undefined ? {} : { "x-ratelimit-reset": reset };
    for (const status of [403, 429]) expect(waitMs(named, status)).toBe(60_000);
    expect(waitMs({ ...named, "retry-after": "7" })).toBe(7000);
    expect(waitMs({ ...named, "retry-after": "later" })).toBe(60_000);
  });

  it("is not made shorter by another answer", () => {
    const traffic = new OwnerTraffic(0);
    for (const ms of [50_000, 1000, 0]) traffic.beQuiet(ms);
    expect(traffic.quietMs()).toBeGreaterThan(40_000);
  });
});
