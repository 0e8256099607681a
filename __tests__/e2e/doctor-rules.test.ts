/**
 * `merge-queue doctor` on the counterpart of GitHub: what each rule, each other way to merge and the secrets of CI mean for
 * the queue; and `doctor --try`, whose requests are compared with GitHub's published API.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { NEEDED_PERMISSIONS } from "../../src/service/github/forge/access-needs.js";
import { askDoctor } from "../support/doctor-call.js";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub } from "../support/github/open-git-hub.js";
import { problemsOfExchange } from "../support/github-contract/check-exchange.js";
import { DESCRIPTIONS } from "../support/github-contract/published-operations.js";
import { itWithSsh, newSshKey } from "../support/signing-keys.js";
import { itInCi } from "../support/sized-tests.js";
import { isAtLeast } from "../support/test-size.js";

const APP = "merge-queue[bot]";
const GRANTED = Object.fromEntries(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]));
const QUIET = "on:\n  push:\n    branches: [main]\njobs:\n  build:\n    runs-on: ubuntu-latest\n";

/** What only this suite asks; other suites compare the rest. */
const CALLS = /\/(contents|environments|git|graphql)\b/;

let folder = "";
let github: GitHub;
const unpublished = new Set<string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "doctor-rules-"));
  github = await openGitHub({ permissions: GRANTED });
  github.onExchange = (exchange) => {
    if (!isAtLeast("share") || !CALLS.test(exchange.path)) return;
    for (const name of DESCRIPTIONS)
      for (const one of problemsOfExchange(exchange, name)) unpublished.add(one);
  };
});
afterAll(async () => {
  await github.close();
  rmSync(folder, { recursive: true, force: true });
  expect([...unpublished]).toEqual([]);
});
beforeEach(async () => {
  const { rulesets, protections, environments, branchPolicies, settings, signingKeys } = github.world;
  rulesets.splice(0);
  environments.splice(0);
  for (const each of [protections, branchPolicies, signingKeys]) each.clear();
  for (const name of Object.keys(settings)) Reflect.deleteProperty(settings, name);
  await ci(QUIET);
});

async function ci(text: string): Promise<void> {
  await github.pushToBranch("main", { ".github/workflows/ci.yml": text });
}

/** The findings about branches, the trial and the key that match, without the name of their check. */
async function findings(
  about: RegExp,
  words: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { lines } = await askDoctor(
    folder,
    {
      MERGE_QUEUE_FORGE: "github",
      MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${github.webUrl}/acme/shop.git`,
      MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
      MERGE_QUEUE_GITHUB_APP_ID: String(github.app.appId),
      MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: github.app.privateKey,
      ...more,
    },
    words,
  );
  const own = lines.flatMap((line) => {
    const [, level, found] =
      /^(\w+) (?:branches of|trial on) github.com\/acme\/shop: ([\s\S]*)$/.exec(line) ?? [];
    return found === undefined ? [] : [`${level} ${found}`];
  });
  return own.filter((line) => about.test(line));
}

const ruleOf = (type: string, parameters?: object) => ({ type, ...(parameters && { parameters }) });

describe("a rule whose result GitHub does not show", () => {
  it("holds pull requests that GitHub blocks, and needs that the service may not bypass it", async () => {
    const tools = { code_scanning_tools: [{ tool: "CodeQL", alerts_threshold: "errors" }] };
    const rules = [
      ruleOf("code_scanning", tools),
      ruleOf("code_quality"),
      ruleOf("license_compliance_scanning"),
    ];
    github.ruleset({ name: "scans", rules });
    github.ruleset({ name: "past", rules: [ruleOf("code_scanning", tools)], bypass: [APP] });
    const found = await findings(/cannot check/);
    const blocked =
      "so a pull request that GitHub blocks, or that the service could merge past it, is not ready";
    const next =
      "keep the App off the bypass list of the ruleset `scans`; let the tool also run on test branches";
    for (const name of ["`code_scanning` (`CodeQL`)", "`code_quality`", "`license_compliance_scanning`"]) {
      expect(found).toContainEqual(
        expect.stringContaining(
          `warning branch main: the service cannot check ${name}, ${blocked} -> ${next}`,
        ),
      );
    }
    expect(found).toContainEqual(
      expect.stringMatching(
        /^problem .* cannot check `code_scanning` \(`CodeQL`\) and may bypass it: .* so no pull request is ready -> remove the App/,
      ),
    );
    expect(found).toHaveLength(4);
  });

  itInCi("that is a required workflow runs on drafts only", async () => {
    const workflows = { workflows: [{ path: ".github/workflows/audit.yml", repository_id: 1 }] };
    github.ruleset({ name: "audits", rules: [ruleOf("workflows", workflows)] });
    expect(await findings(/audit/)).toEqual([
      expect.stringMatching(
        /^warning .*`workflows` \(`\.github\/workflows\/audit\.yml`\), so a pull request that GitHub blocks/,
      ),
      expect.stringMatching(
        /^problem branch main: .* on pull requests only, so none runs on a pushed test branch, .* -> set the queue's testBranchTrigger to draft/,
      ),
    ]);
    const merges = await findings(/testBranchTrigger/, [], { MERGE_QUEUE_GITHUB_LANDING: "merge" });
    expect(merges).toEqual([]);
  });
});

describe("rules about commits and files", () => {
  itInCi("are compared with what the service pushes", async () => {
    const pattern = (operator: string, text: string, more: object = {}) => ({
      operator,
      pattern: text,
      ...more,
    });
    github.ruleset({
      name: "people",
      rules: [
        ruleOf("committer_email_pattern", pattern("ends_with", "@acme.example")),
        ruleOf("commit_author_email_pattern", pattern("contains", "noreply")),
        ruleOf("commit_message_pattern", pattern("regex", "^[A-Z]+-\\d+")),
      ],
    });
    expect(await findings(/_pattern/)).toEqual([
      expect.stringMatching(
        /^problem branch main: the rule `committer_email_pattern` demands .*: ends_with `@acme.example`, which `merge-queue@localhost` does not meet, .* -> set `committerEmail` to an address that matches; or let the App bypass the ruleset `people`$/,
      ),
      expect.stringMatching(
        /^ok branch main: the rule `commit_author_email_pattern` .*, which `1\+octocat@users.noreply.github.com` meets$/,
      ),
      expect.stringMatching(
        /^warning branch main: the rule `commit_message_pattern` .*: regex .*messageTemplate/,
      ),
    ]);
    const email = { MERGE_QUEUE_COMMITTER_EMAIL: "queue@acme.example" };
    expect(await findings(/committer_email/, [], email)).toEqual([expect.stringMatching(/^ok .* meets$/)]);
    github.world.rulesets.splice(0);
    const negated = pattern("starts_with", "merge-queue@", { negate: true });
    github.ruleset({ rules: [ruleOf("committer_email_pattern", negated)], bypass: [APP] });
    expect(await findings(/committer_email/)).toEqual([
      expect.stringMatching(/^ok .*not starts_with .* may bypass it$/),
    ]);
  });

  itInCi("that limit files hold for the push of a test branch", async () => {
    const rules = [
      ruleOf("max_file_size", { max_file_size: 10 }),
      ruleOf("file_path_restriction", { restricted_file_paths: ["secrets/**"] }),
      ruleOf("max_file_path_length", { max_file_path_length: 200 }),
      ruleOf("file_extension_restriction", { restricted_file_extensions: ["*.exe"] }),
    ];
    github.ruleset({ name: "files", include: ["~ALL"], rules });
    expect(await findings(/limits the files/)).toEqual([
      expect.stringMatching(
        /^warning test branches mq-merge\/…: the ruleset `files` limits the files of each push \(at most 10 MB of a file; no paths `secrets\/\*\*`; at most 200 characters of a path; no extensions `\*\.exe`\), .* fails at its test branch -> let the App bypass/,
      ),
    ]);
  });

  itInCi("that require deployments or signatures refuse a push", async () => {
    const rules = [
      ruleOf("required_signatures"),
      ruleOf("required_deployments", { required_deployment_environments: ["staging"] }),
    ];
    github.ruleset({ name: "both", rules });
    expect(await findings(/^problem .*(signed commits|deployments)/)).toEqual([
      expect.stringMatching(
        /requires signed commits, which the service makes only with `signingKey`, and requires deployments before a push, but the tested commit is not deployed -> .*; or set `githubLanding` to merge$/,
      ),
    ]);
  });
});

describe("what else merges", () => {
  itInCi("is GitHub's own queue, by ruleset or by branch protection", async () => {
    const queue =
      /^warning branch main: GitHub's own merge queue is switched on: both queues move the branch/;
    expect(await findings(/merge queue/)).toEqual([]);
    github.protect("main", { mergeQueue: true });
    expect(await findings(/own merge queue is/)).toEqual([expect.stringMatching(queue)]);
    github.world.protections.clear();
    github.ruleset({ rules: [ruleOf("merge_queue")], bypass: [APP] });
    expect(await findings(/own merge queue is/)).toEqual([expect.stringMatching(queue)]);
  });

  itInCi("is auto-merge, unless only the service may update the branch", async () => {
    expect(await findings(/auto-merge/)).toEqual([]);
    github.world.settings["allow_auto_merge"] = true;
    expect(await findings(/auto-merge/)).toEqual([
      expect.stringMatching(
        /^warning branch main: the repository allows auto-merge: .* past the queue .* -> switch off "Allow auto-merge"/,
      ),
    ]);
    github.ruleset({ rules: [ruleOf("update")], bypass: [APP] });
    expect(await findings(/auto-merge/)).toEqual([
      expect.stringMatching(/^ok branch main: the repository allows auto-merge, but/),
    ]);
  });
});

describe("branch protection by a pattern", () => {
  itInCi("is named where it matches test branches or scratch branches", async () => {
    github.protect("mq-*/**", { checks: ["build"], requiredReviews: 1, pushers: ["ada"], signatures: true });
    const [tests, scratch, ...more] = await findings(/protection of/, [], { MERGE_QUEUE_GITHUB_GIT: "api" });
    expect(tests).toMatch(
      /^problem test branches mq-merge\/…: the branch protection of `mq-\*\/\*\*` matches them, and does not let the service push, and requires pull requests, and requires checks before a push, .*, and requires signed commits, .*, and forbids deleting them, .* -> change the pattern/,
    );
    expect(scratch).toMatch(
      /^problem scratch branches mq-scratch\/…: .*, and forbids force pushes, and forbids deleting/,
    );
    expect(more).toEqual([]);
    github.world.protections.clear();
    github.protect("mq-merge/*", { requiredReviews: 1 });
    expect(await findings(/protection of/)).toEqual([]);
    github.protect("mq-merge/**/*", {
      requiredReviews: 1,
      reviewBypass: [APP],
      pushers: [APP],
      allowDeletions: true,
    });
    expect(await findings(/protection of/)).toEqual([
      expect.stringMatching(/^ok test branches .* matches them, and lets the service push and delete them$/),
    ]);
  });
});

describe("secrets on test branches", () => {
  const WITH_SECRETS = `
on: { push: { branches: ["mq-merge/**"] } }
permissions: { id-token: write }
jobs:
  build:
    steps: [{ run: "\${{ secrets.NPM_TOKEN }}" }]
  deploy:
    environment: production
    steps: [{ run: "\${{ secrets.DEPLOY_KEY }}" }]
`;

  it("are named where a pull request from a fork could read them", async () => {
    Object.assign(github.world.settings, { private: true, allow_forking: true });
    await ci(WITH_SECRETS);
    github.environment("production", "protected");
    github.environment("staging", null);
    github.environment("preview", ["mq-merge/**/*"]);
    github.environment("other", ["release/*"]);
    expect(await findings(/secret/)).toEqual([
      expect.stringMatching(
        /^warning test branches mq-merge\/…: `\.github\/workflows\/ci\.yml` runs there with the secret `NPM_TOKEN` and a token that may write id-token; a pull request from a fork, .* -> move it to a workflow/,
      ),
      expect.stringMatching(/^warning .*: the environment `staging` accepts them without a review/),
      expect.stringMatching(/^warning .*: the environment `preview` accepts them without a review/),
    ]);
    Object.assign(github.world.settings, { private: true, allow_forking: false });
    expect(await findings(/secret/)).toEqual([]);
  });

  itInCi("are none where no workflow runs, or none uses one", async () => {
    Object.assign(github.world.settings, { private: false });
    await ci(WITH_SECRETS.replace("mq-merge/**", "main"));
    expect(await findings(/secret/)).toEqual([]);
    await ci('on: push\njobs:\n  build:\n    steps: [{ run: "true" }]\n');
    expect(await findings(/secret/)).toEqual([
      "ok test branches mq-merge/…: 1 workflow run there, without secrets or a token that may write",
    ]);
  });
});

describe("doctor --try", () => {
  const branches = () => github.world.git.refsBelow("refs/heads/mq-").map(([name]) => name);

  it("pushes a branch on which no workflow runs, and deletes it; without --try nothing is changed", async () => {
    github.forgetCalls();
    expect(await findings(/pushed/)).toEqual([]);
    const changes = () =>
      github.calls
        .map(({ route }) => route)
        .filter((route) => !/^GET |^git .*upload-pack$|^POST .*(access_tokens|graphql)$/.test(route));
    expect(changes()).toEqual([]);
    expect(await findings(/pushed/, ["--try"])).toEqual([
      expect.stringMatching(
        /^ok the branch mq-merge\/doctor\/\d+-[0-9a-f-]{36} was pushed and deleted; no workflow runs/,
      ),
    ]);
    const refs = "/repos/{owner}/{repo}/git";
    expect(changes()).toEqual([`POST ${refs}/commits`, `POST ${refs}/refs`, `DELETE ${refs}/refs/{ref+}`]);
    expect(branches()).toEqual([]);
  });

  itInCi(
    "chooses another name where workflows run on test branches, and none where they run on all",
    async () => {
      await ci('on: { push: { branches: ["mq-merge/**"] } }\njobs: { a: {} }\n');
      expect(await findings(/pushed/, ["--try"])).toEqual([
        expect.stringMatching(/^ok the branch mq-scratch\/doctor\//),
      ]);
      await ci("on: push\njobs: { a: {} }\n");
      expect(await findings(/pushed/, ["--try"])).toEqual([
        expect.stringMatching(
          /^warning no branch was pushed, because `\.github\/workflows\/ci\.yml` runs on pushes to every branch/,
        ),
      ]);
      expect(branches()).toEqual([]);
    },
  );

  it.each([
    ["create", "created"],
    ["delete", "deleted"],
  ])("pushes none where a workflow runs on: %s, which has no filter", async (event, when) => {
    await ci(`on: [${event}]\njobs: { a: { steps: [{ run: "\${{ secrets.KEY }}" }] } }\n`);
    Object.assign(github.world.settings, { private: false });
    const api = { MERGE_QUEUE_GITHUB_GIT: "api" };
    const found = await findings(/any branch is|secret/, ["--try"], api);
    expect(branches()).toEqual([]);
    const file = "`.github/workflows/ci.yml`";
    expect(found).toEqual([
      expect.stringContaining(`scratch branches mq-scratch/…: ${file} runs when any branch is ${when}`),
      // The files of a deleted branch are not those that run.
      ...(event === "create" ? [expect.stringContaining(`${file} runs there with the secret`)] : []),
      expect.stringContaining(`no branch was pushed, because ${file} runs when any branch is ${when}`),
    ]);
  });

  itInCi("names a branch that cannot be deleted, and deletes what an earlier trial left", async () => {
    const left = "mq-merge/doctor/1700000000-00000000-0000-4000-8000-000000000000";
    await github.pushToBranch(left);
    github.ruleset({ include: ["refs/heads/mq-merge/**"], rules: [ruleOf("deletion")] });
    expect(await findings(/cannot be deleted/, ["--try"])).toEqual([
      expect.stringMatching(/^problem the branch mq-merge\/doctor\/\S+ was pushed but cannot be deleted: /),
    ]);
    expect(branches()).toHaveLength(2);
    github.world.rulesets.splice(0);
    await findings(/pushed/, ["--try"]);
    expect(branches()).not.toContain(`refs/heads/${left}`);
    for (const name of branches()) await github.setBranch(name.replace("refs/heads/", ""), null);
  });

  (isAtLeast("share") ? itWithSsh : it.skip)(
    "shows whether GitHub verifies the service's signature",
    async () => {
      const { privateKey, publicKey } = newSshKey();
      const signing = {
        MERGE_QUEUE_SIGNING_KEY: privateKey,
        MERGE_QUEUE_COMMITTER_EMAIL: "queue@acme.example",
      };
      const verdict = /signature/;
      expect(await findings(verdict, ["--try"], signing)).toEqual([
        expect.stringMatching(
          /^problem GitHub does not verify the signature of the service: no account of GitHub has the key as a signing key -> add the public key/,
        ),
      ]);
      await github.addSigningKey("queue@acme.example", publicKey);
      github.ruleset({ include: ["~ALL"], rules: [ruleOf("required_signatures")] });
      expect(await findings(/signature|signed/, ["--try"], signing)).toEqual([
        "ok GitHub shows a commit by queue@acme.example with the signature of the service as Verified",
      ]);
    },
  );
});
