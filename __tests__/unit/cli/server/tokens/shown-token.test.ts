/** How a token is shown that a newer version made: what this version does not know of it is named, and obeyed by nobody. */
import { expect, it } from "@jest/globals";
import { shownToken, tokenWords } from "../../../../../src/cli/server/tokens/shown-token.js";

const LATER = {
  id: "AAAAAAAAAAA1",
  name: "ci",
  digest: "d".repeat(64),
  scopes: ["read", "later\u001b[2J"],
  repositories: null,
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};

it("names a scope that this version does not know, as one that it does not know", () => {
  expect(tokenWords(LATER, 0)).toBe(
    "AAAAAAAAAAA1  ci: active; may read, later (unknown to this version) in every repository; expires never; last used never",
  );
  expect(shownToken(LATER, 0)).toMatchObject({ scopes: LATER.scopes });
});
