/** Refusals of pushes, in the words that people report of GitHub. */
import { describe, expect, it } from "@jest/globals";
import { gitFailure } from "../../../../src/service/git/git-failure.js";
import { rulesRefusal } from "../../../../src/service/git/rules-refusal.js";
import { RefusedByHost } from "../../../../src/service/ports/world-error.js";

const PROTECTED = (...rules: readonly string[]) => `remote: Resolving deltas: 100% (2/2), completed.
remote: error: GH006: Protected branch update failed for refs/heads/main.
${rules.map((rule) => `remote: ${rule}        `).join("\n")}
To https://github.com/acme/shop.git
! refs/mq/land/1/main:refs/heads/main [remote rejected] (protected branch hook declined)
error: failed to push some refs to 'https://github.com/acme/shop.git'`;

const RULESET = (
  ...rules: readonly string[]
) => `remote: error: GH013: Repository rule violations found for refs/heads/main.
remote: Review all repository rules at https://github.com/acme/shop/rules?ref=refs%2Fheads%2Fmain
remote:
${rules.map((rule) => `remote: - ${rule}\nremote:`).join("\n")}
 ! [remote rejected] main -> main (push declined due to repository rule violations)`;

describe("a push that GitHub's rules refuse", () => {
  it.each([
    [PROTECTED("error: Changes must be made through a pull request."), false],
    [
      PROTECTED('error: Changes must be made through a pull request. Required status check "x" is expected.'),
      false,
    ],
    [PROTECTED("error: You're not authorized to push to this branch."), false],
    [PROTECTED("error: 2 of 2 required status checks are expected."), true],
    [PROTECTED("", '- Required status check "Lint PR title" is expected.'), true],
    [PROTECTED('error: Required status check "build" is failing.'), false],
    [PROTECTED("error: Cannot force-push to this branch"), false],
    [
      RULESET(
        "Changes must be made through a pull request.",
        "12 of 12 required status checks are expected.",
      ),
      false,
    ],
    [RULESET("Code scanning is waiting for results from CodeQL for the commit cfbb5c1."), true],
    [RULESET("Cannot update this protected ref."), false],
    ["! [remote rejected] main -> main (protected branch hook declined)", false],
  ])("%j may pass later: %p", (text, mayPass) => {
    expect(rulesRefusal(text)?.mayPass).toBe(mayPass);
  });

  it("is told in its own words, in one line and without more", () => {
    const rules = [
      "Changes must be made through a pull request.",
      "12 of 12 required status checks are expected.",
    ];
    expect(rulesRefusal(RULESET(...rules))?.words).toBe(rules.join(" "));
    expect(rulesRefusal(PROTECTED("error: no"))?.words).toBe("no");
    expect(rulesRefusal(RULESET("x".repeat(5000)))?.words.length).toBeLessThan(600);
  });

  it("is a failure of its own, which says for what", () => {
    const call = { arguments: ["push"], side: "repository", repository: "github.com/acme/shop" } as const;
    const failure = gitFailure(call, { exitCode: 1, stdout: "", stderr: PROTECTED("error: no") });
    expect(failure).toBeInstanceOf(RefusedByHost);
    expect(failure.message).toBe(
      "git push for github.com/acme/shop was refused by the repository's own rules: no",
    );
    expect(failure.retryable).toBe(false);
  });

  it("for a workflow file is one too", () => {
    const words =
      "! [remote rejected] main -> main (refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission)";
    expect(rulesRefusal(words)).toEqual({ words: "", mayPass: false });
  });
});

it.each(["! [remote rejected] main -> main (pre-receive hook declined)", "fatal: Authentication failed", ""])(
  "%j is another failure",
  (text) => {
    expect(rulesRefusal(text)).toBeNull();
  },
);

it("a push that GitHub itself could not carry out is worth another try", () => {
  const stdout = "! [remote rejected] main -> main (Internal Server Error)";
  const call = { arguments: ["push"], side: "repository" } as const;
  expect(gitFailure(call, { exitCode: 1, stdout, stderr: "" }).retryable).toBe(true);
});
