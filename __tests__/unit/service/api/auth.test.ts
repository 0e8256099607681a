/** Who may call: tokens, scopes, and what is said to those who may not. */
import { describe, expect, it } from "@jest/globals";
import { authRefusal, staticToken, type Tokens } from "../../../../src/service/api/auth.js";

const tokens = staticToken("secret-token");

function refusalOf(headers: Readonly<Record<string, string>>, known: Tokens = tokens) {
  return authRefusal((name) => headers[name], "admin", known);
}

describe("a static token", () => {
  it("allows everything", () => {
    expect(tokens.verify("secret-token")).toEqual({ scopes: ["read", "targets", "submit", "admin"] });
  });

  it.each(["", "secret-toke", "secret-token ", "SECRET-TOKEN", "secret-token,secret-token"])(
    "is not %j",
    (given) => {
      expect(tokens.verify(given)).toBeNull();
    },
  );

  it("is never empty", () => {
    expect(() => staticToken("")).toThrow("an empty token would let everybody in");
  });
});

describe("a call", () => {
  it("is let through with a known token", () => {
    expect(refusalOf({ "x-api-token": "secret-token" })).toBeNull();
  });

  it.each([{}, { "x-api-token": "" }])("needs a token: %j", (headers) => {
    expect(refusalOf(headers)).toEqual({
      ok: false,
      code: "AUTHENTICATION_REQUIRED",
      message: "expected a token in the header x-api-token",
    });
  });

  it("needs a token that is known", () => {
    expect(refusalOf({ "x-api-token": "other" })).toEqual({
      ok: false,
      code: "INVALID_TOKEN",
      message: "the token in x-api-token is not known, or no longer",
    });
  });

  it("needs a token whose scopes reach far enough", () => {
    expect(refusalOf({ "x-api-token": "t" }, { verify: () => ({ scopes: ["read", "submit"] }) })).toEqual({
      ok: false,
      code: "INSUFFICIENT_PERMISSIONS",
      message: "the token does not allow what this call needs: admin",
    });
  });

  it("of a forked pull request's job is told that its run does not stand in for a token", () => {
    expect(refusalOf({ "x-forked-workflow-run-id": "12345" })).toEqual({
      ok: false,
      code: "AUTHENTICATION_REQUIRED",
      message:
        "expected a token in the header x-api-token: this service cannot verify runs of forked pull requests, so x-forked-workflow-run-id does not stand in for it",
    });
  });

  it("may carry such a run beside a valid token, and an empty one beside nothing", () => {
    expect(refusalOf({ "x-api-token": "secret-token", "x-forked-workflow-run-id": "12345" })).toBeNull();
    expect(refusalOf({ "x-forked-workflow-run-id": "" })?.message).toBe(
      "expected a token in the header x-api-token",
    );
  });
});
