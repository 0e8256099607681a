/** A rule that requires signed commits: met by the service's signatures, otherwise named before anything is tested. */
import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import type { QueueSettings } from "../../../../../src/domain/queue-settings.js";
import { createCommitSigner } from "../../../../../src/service/git/commit-signer.js";
import { signingKeyOf } from "../../../../../src/service/git/signing-key.js";
import { SERVICE_LOGIN } from "../../../../support/github/open-git-hub.js";
import { ACME_SHOP, GitHubForgeWorld, withSettings } from "../../../../support/github-forge-world.js";
import { itWithSsh, newSshKey } from "../../../../support/signing-keys.js";

const committer = { name: "Queue", email: "queue@example.com" };
const RULE = { rules: [{ type: "required_signatures" }], name: "signed" };
const UNSIGNED = { committer, signer: null };

let world: GitHubForgeWorld;
let settings: Partial<QueueSettings> = {};

beforeAll(async () => {
  world = await GitHubForgeWorld.open();
  world.github.world.unknownReads = 0;
});
afterAll(async () => world[Symbol.asyncDispose]());
beforeEach(() => {
  settings = {};
  const { rulesets, protections, verifiedCommits, signingKeys } = world.github.world;
  rulesets.splice(0);
  for (const each of [protections, verifiedCommits, signingKeys]) each.clear();
});

function signing(privateKey: string) {
  const key = signingKeyOf(privateKey);
  if (key === null) throw new Error("the key is usable");
  return { committer, signer: createCommitSigner(key) };
}

/** By a service that has just started. */
async function unmetOf(
  number: number,
  commits: { committer: typeof committer; signer: ReturnType<typeof createCommitSigner> | null },
) {
  const { forge } = world.reopen({
    commits,
    settingsOf: async (...asked) => withSettings(settings)(...asked),
  });
  const facts = await forge.readPullRequest(ACME_SHOP, pullRequestNumber(number), "main", "admission");
  return (facts?.unmetRules ?? []).map(({ words }) => words);
}

it("names the rule for a service without a key, also when GitHub shows the pull request as clean", async () => {
  const { github } = world;
  github.ruleset(RULE);
  const { number, headSha } = await github.openPullRequest();
  const named =
    "the rule `required_signatures` of the ruleset `signed`; the service signs commits only with `signingKey`";
  expect(await unmetOf(number, UNSIGNED)).toEqual([named]);
  github.world.verifiedCommits.add(headSha);
  expect(await unmetOf(number, UNSIGNED)).toEqual([named]);
  settings = { landing: "merge" };
  expect(await unmetOf(number, UNSIGNED)).toEqual([]);
});

it("ignores the rule when the service may bypass it, and names branch protection", async () => {
  const { github } = world;
  github.ruleset({ ...RULE, bypass: [SERVICE_LOGIN] });
  const { number } = await github.openPullRequest();
  expect(await unmetOf(number, UNSIGNED)).toEqual([]);
  github.world.rulesets.splice(0);
  github.protect("main", { signatures: true });
  expect(await unmetOf(number, UNSIGNED)).toEqual([
    "branch protection, which requires signed commits; the service signs commits only with `signingKey`",
  ]);
});

itWithSsh("is met by a key that GitHub verifies, and names why it does not verify one", async () => {
  const { github } = world;
  const { privateKey, publicKey } = newSshKey();
  github.ruleset(RULE);
  const { number, headSha } = await github.openPullRequest();
  const before = github.world.git.refsBelow("refs/heads/").length;
  const of =
    "the rule `required_signatures` of the ruleset `signed`; GitHub does not verify the signature of the service:";
  expect(await unmetOf(number, signing(privateKey))).toEqual([
    `${of} no account of GitHub has the key as a signing key`,
  ]);
  await github.addSigningKey("another@example.com", publicKey);
  expect(await unmetOf(number, signing(privateKey))).toEqual([
    expect.stringContaining(
      "the address queue@example.com is no verified address of the account that has the key",
    ),
  ]);
  await github.addSigningKey(committer.email, publicKey);
  expect(await unmetOf(number, signing(privateKey))).toEqual([]);
  github.world.rulesets.splice(0);
  github.protect("main", { signatures: true });
  expect(await unmetOf(number, signing(privateKey))).toEqual([]);
  // The commits of the head land with a merge commit, and the service does not sign those.
  settings = { mergeMethod: "merge_commit" };
  github.world.protections.clear();
  github.ruleset(RULE);
  expect(await unmetOf(number, signing(privateKey))).toEqual([
    expect.stringContaining("required_signatures"),
  ]);
  github.world.verifiedCommits.add(headSha);
  expect(await unmetOf(number, signing(privateKey))).toEqual([]);
  expect(github.world.git.refsBelow("refs/heads/")).toHaveLength(before);
});

itWithSsh("proves a signature once for all pull requests of a repository", async () => {
  const { github } = world;
  const { privateKey, publicKey } = newSshKey();
  github.ruleset(RULE);
  await github.addSigningKey(committer.email, publicKey);
  const { forge } = world.reopen({ commits: signing(privateKey) });
  github.forgetCalls();
  const pulls = [
    await github.openPullRequest(),
    await github.openPullRequest(),
    await github.openPullRequest(),
  ];
  const read = async (number: number) =>
    forge.readPullRequest(ACME_SHOP, pullRequestNumber(number), "main", "poll");
  await Promise.all(pulls.map(async ({ number }) => read(number)));
  await read(pulls[0]?.number ?? 0);
  expect(github.countsPerRoute()["POST /repos/{owner}/{repo}/git/commits"]).toBe(1);
});
