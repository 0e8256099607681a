/** Names that no forge would take are refused before anybody acts on them. */
import { describe, expect, it } from "@jest/globals";
import { queueNameOf } from "../../../../../src/service/http/handlers/handlers.js";

const REPO = { host: "github.com", owner: "octo", name: "mono" };
const SEGMENT = "expected letters, digits, dots, hyphens and underscores";

describe("the queue a request speaks of", () => {
  it.each([
    REPO,
    { host: "git.example.com:8443", owner: "a-b_c", name: ".github" },
    { host: "localhost", owner: "A.B", name: "x..y" },
  ])("may be on %j", (repo) => {
    expect(queueNameOf({ repo, targetBranch: "release/1.x" })).toEqual({
      ok: true,
      name: { repository: repo, targetBranch: "release/1.x" },
    });
  });

  it("leaves behind what else the repository came with", () => {
    const repo = { ...REPO, path: "/etc" };
    expect(queueNameOf({ repo, targetBranch: "main" })).toEqual({
      ok: true,
      name: { repository: REPO, targetBranch: "main" },
    });
  });

  it.each([
    { ...REPO, host: "git hub" },
    { ...REPO, host: "github.com/evil" },
    { ...REPO, host: "user@github.com" },
    { ...REPO, host: "-oProxyCommand=x" },
    { ...REPO, host: "github.com:999999" },
    { ...REPO, host: "a".repeat(254) },
  ])("has a host that is one, not %j", (repo) => {
    expect(queueNameOf({ repo, targetBranch: "main" })).toEqual({
      ok: false,
      problem: "repo.host: expected a host name, such as github.com",
    });
  });

  it.each(["a/b", "..", ".", "a b", "a\0", "a\nb", "ä", "a:b", "x".repeat(254), "a\\b", "$(x)"])(
    "has an owner and a name that can be one, not %j",
    (text) => {
      expect(queueNameOf({ repo: { ...REPO, owner: text }, targetBranch: "main" })).toEqual({
        ok: false,
        problem: `repo.owner: ${SEGMENT}`,
      });
      expect(queueNameOf({ repo: { ...REPO, name: text }, targetBranch: "main" })).toEqual({
        ok: false,
        problem: `repo.name: ${SEGMENT}`,
      });
    },
  );

  it("has a branch that git takes", () => {
    expect(queueNameOf({ repo: REPO, targetBranch: "../main" })).toEqual({
      ok: false,
      problem: 'targetBranch: not a valid branch name, it has ".."',
    });
  });
});
