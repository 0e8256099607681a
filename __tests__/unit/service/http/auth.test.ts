/** Who may call: tokens and forked runs, and what is said to those who may not. */
import { describe, expect, it } from "@jest/globals";
import {
  anyOf,
  authenticate,
  FailedAttempts,
  staticToken,
  type Tokens,
} from "../../../../src/service/http/auth.js";
import { GRANT_OF_EVERYTHING } from "../../../../src/service/tokens/token-text.js";

const tokens = staticToken("secret-token");
const RUN = { "x-forked-workflow-run-id": "12345" };

function door() {
  return { attempts: new FailedAttempts(() => 0), address: "192.0.2.1" };
}

async function outcome(
  headers: Readonly<Record<string, string>>,
  known: Tokens = tokens,
  { takesForkedRuns = false, at = door() } = {},
) {
  return authenticate((name) => headers[name], { scope: "admin", takesForkedRuns }, known, at);
}

describe("a static token", () => {
  it("allows everything", async () => {
    expect(await tokens.verify("secret-token", false)).toEqual({
      scopes: ["read", "targets", "submit", "priority", "admin"],
      repositories: null,
    });
  });

  it.each([
    "",
    "secret-toke",
    "secret-token ",
    "secret-tokem",
    "secret-tok\u00e9",
    "SECRET-TOKEN",
    "secret-token,secret-token",
    "\0",
    "🔑",
  ])("is not %j", async (given) => {
    expect(await tokens.verify(given, false)).toBeNull();
  });

  it("counts for nobody who may be guessing", async () => {
    expect(await tokens.verify("secret-token", true)).toBeNull();
  });

  it("is never empty", () => {
    expect(() => staticToken("")).toThrow("an empty token would admit every caller");
  });
});

describe("several sources of tokens", () => {
  it("know what one of them knows", async () => {
    const both = anyOf(tokens, staticToken("another"));
    expect(await both.verify("another", false)).toEqual(GRANT_OF_EVERYTHING);
    expect(await both.verify("secret-token", false)).toEqual(GRANT_OF_EVERYTHING);
    expect(await both.verify("neither", false)).toBeNull();
    expect(await anyOf().verify("", false)).toBeNull();
  });
});

describe("a call", () => {
  it("is let through with a known token", async () => {
    expect(await outcome({ "x-api-token": "secret-token" })).toEqual({
      ok: true,
      caller: { kind: "token", grant: GRANT_OF_EVERYTHING },
    });
  });

  it.each([{}, { "x-api-token": "" }])("needs a token: %j", async (headers) => {
    expect(await outcome(headers)).toEqual({
      ok: false,
      code: "AUTHENTICATION_REQUIRED",
      message: "expected a token in the header x-api-token",
    });
  });

  it("needs a token that is known", async () => {
    expect(await outcome({ "x-api-token": "other" })).toEqual({
      ok: false,
      code: "INVALID_TOKEN",
      message: "the token in x-api-token is unknown, expired or revoked",
    });
  });

  it("needs a token whose scopes reach far enough", async () => {
    const grant = { scopes: ["read", "submit"], repositories: null } as const;
    const known = { verify: () => Promise.resolve(grant) };
    expect(await outcome({ "x-api-token": "t" }, known)).toEqual({
      ok: false,
      code: "INSUFFICIENT_PERMISSIONS",
      message: "the token does not allow what this call needs: admin",
    });
  });
});

describe("a call of a forked pull request's job", () => {
  it("is told that its run does not stand in for a token", async () => {
    expect(await outcome(RUN)).toEqual({
      ok: false,
      code: "AUTHENTICATION_REQUIRED",
      message:
        "expected a token in the header x-api-token: x-forked-workflow-run-id stands in for it on setImpactedTargets only, and where the code host can verify the run",
    });
  });

  it("may carry such a run beside a valid token, and an empty one beside nothing", async () => {
    expect(await outcome({ "x-api-token": "secret-token", ...RUN })).toMatchObject({ ok: true });
    expect(await outcome({ "x-forked-workflow-run-id": "" })).toMatchObject({
      message: "expected a token in the header x-api-token",
    });
  });

  it("is let through to be verified where runs can be, with an empty token or without", async () => {
    const expected = { ok: true, caller: { kind: "forkedRun", run: "12345" } };
    expect(await outcome(RUN, tokens, { takesForkedRuns: true })).toEqual(expected);
    expect(await outcome({ ...RUN, "x-api-token": "" }, tokens, { takesForkedRuns: true })).toEqual(expected);
  });

  it("gets no second chance by its run after a wrong token", async () => {
    expect(
      await outcome({ ...RUN, "x-api-token": "wrong" }, tokens, { takesForkedRuns: true }),
    ).toMatchObject({ code: "INVALID_TOKEN" });
  });

  it.each(["0", "-1", "1e3", "12 34", "12345, 12345", "../1", "9".repeat(21), "१२"])(
    "needs the number of a run, which %j is not",
    async (run) => {
      expect(
        await outcome({ "x-forked-workflow-run-id": run }, tokens, { takesForkedRuns: true }),
      ).toMatchObject({
        code: "AUTHENTICATION_REQUIRED",
        message:
          "expected a token in the header x-api-token, or the number of a workflow run in x-forked-workflow-run-id",
      });
    },
  );
});

describe("an address that has failed too often", () => {
  async function worn() {
    const at = door();
    while (at.attempts.waitMs(at.address) === 0) await outcome({ "x-api-token": "wrong" }, tokens, { at });
    return at;
  }

  it("is told to come back later, with a token that a person thought up or with a run", async () => {
    const at = await worn();
    const later = {
      ok: false,
      code: "RATE_LIMIT_EXCEEDED",
      message: "too many calls without a valid token from this address: retry after the time in Retry-After",
    };
    expect(await outcome({ "x-api-token": "wrong" }, tokens, { at })).toEqual(later);
    expect(await outcome({ "x-api-token": "secret-token" }, tokens, { at })).toEqual(later);
    expect(await outcome(RUN, tokens, { at, takesForkedRuns: true })).toEqual(later);
  });

  it("does not keep out a token that nobody can guess", async () => {
    const drawn = { verify: () => Promise.resolve(GRANT_OF_EVERYTHING) };
    expect(
      await outcome({ "x-api-token": "drawn" }, anyOf(tokens, drawn), { at: await worn() }),
    ).toMatchObject({ ok: true });
  });

  it("keeps nobody out who calls from elsewhere", async () => {
    const at = { ...(await worn()), address: "192.0.2.2" };
    expect(await outcome({ "x-api-token": "secret-token" }, tokens, { at })).toMatchObject({ ok: true });
  });

  it("is not worn out by calls without any token", async () => {
    const at = door();
    for (let call = 0; call < 100; call += 1) await outcome({}, tokens, { at });
    expect(at.attempts.size).toBe(0);
  });
});
