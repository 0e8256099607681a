/** Settings of the code host: what each means alone, and which of them contradict each other. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { pollIntervalOf } from "../../../../src/service/app/open-forge.js";
import { examineConfig, readConfig } from "../../../../src/service/settings/config.js";
import { gitHubApiUrl, gitHubWebUrl } from "../../../../src/service/settings/forms.js";
import { configProblems } from "../../../support/config-problems.js";

type Environment = Readonly<Record<string, string>>;

const { privateKey: PEM } = generateKeyPairSync("rsa", {
  modulusLength: 1024,
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const GITHUB = {
  MERGE_QUEUE_FORGE: "github",
  MERGE_QUEUE_REPOSITORIES: "github.com/Acme/Shop",
  MERGE_QUEUE_GITHUB_TOKEN: "github_pat_1",
};
const APP = {
  MERGE_QUEUE_GITHUB_TOKEN: "",
  MERGE_QUEUE_GITHUB_APP_ID: "4711",
  MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: PEM,
};

const SIGN_IN = {
  MERGE_QUEUE_PUBLIC_URL: "https://queue.example",
  MERGE_QUEUE_GITHUB_CLIENT_ID: "Iv23liAbCd",
  MERGE_QUEUE_GITHUB_CLIENT_SECRET: "s3cret",
};

describe("GitHub", () => {
  it("is written to at least every five seconds where much is to be written", () => {
    const given = (text: string) => ({ ...GITHUB, MERGE_QUEUE_GITHUB_WRITE_INTERVAL: text });
    expect(readConfig(given("5s")).githubWriteIntervalMs).toBe(5000);
    expect(configProblems(given("6s"))).toEqual([expect.stringContaining("of at most 5s")]);
  });

  it("makes the commits itself where no clone is wanted", () => {
    const withoutClone = { ...GITHUB, MERGE_QUEUE_GITHUB_GIT: "api" };
    expect(readConfig(withoutClone)).toMatchObject({ githubGit: "api", githubScratchPrefix: "mq-scratch/" });
    const { warnings } = examineConfig({
      environment: { ...withoutClone, MERGE_QUEUE_GIT_CONFIG: "/etc/queue/git" },
      flags: {},
    });
    expect(warnings).toEqual(["MERGE_QUEUE_GIT_CONFIG: has no effect when MERGE_QUEUE_GITHUB_GIT is api"]);
  });

  it.each(["mq-merge/", "mq-merge/scratch/", "mq/"])(
    "tries out merges on no branches that may be test branches (%s)",
    (prefix) => {
      const tests = prefix === "mq/" ? { MERGE_QUEUE_TEST_BRANCH_PREFIX: "mq/tests/" } : {};
      const given = { ...GITHUB, ...tests, MERGE_QUEUE_GITHUB_SCRATCH_PREFIX: prefix };
      expect(configProblems({ ...given, MERGE_QUEUE_GITHUB_GIT: "api" })).toEqual([
        expect.stringContaining("overlap: one starts with the other"),
      ]);
      expect(configProblems(given)).toEqual([]);
    },
  );

  it("needs no addresses of its repositories", () => {
    const { repositories } = readConfig({
      ...GITHUB,
      MERGE_QUEUE_REPOSITORIES: "github.com/Acme/Shop, github.com/acme/other=ssh://git@github.com/acme/other",
    });
    expect([...repositories]).toEqual([
      ["github.com/acme/shop", ""],
      ["github.com/acme/other", "ssh://git@github.com/acme/other"],
    ]);
  });

  it("needs none in YAML either", () => {
    const folder = mkdtempSync(join(tmpdir(), "forge-settings-"));
    const file = join(folder, "queue.yml");
    writeFileSync(file, "forge: github\ngithubToken: t\nrepositories:\n  github.com/acme/shop:\n");
    const { repositories } = readConfig({ MERGE_QUEUE_CONFIG: file });
    expect([...repositories]).toEqual([["github.com/acme/shop", ""]]);
    rmSync(folder, { recursive: true });
  });

  it("is called by an App, whose key may have its line ends written out", () => {
    const inOneLine = PEM.trim().replaceAll("\n", "\\n");
    for (const key of [PEM, inOneLine]) {
      const config = readConfig({ ...GITHUB, ...APP, MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: key });
      expect(config).toMatchObject({
        githubAppId: "4711",
        githubAppPrivateKey: PEM.trim(),
        githubToken: null,
      });
    }
  });

  it("is looked at seldom where it tells what is new", () => {
    const secret = { MERGE_QUEUE_GITHUB_WEBHOOK_SECRET: "shared" };
    expect(pollIntervalOf(readConfig({ ...GITHUB, ...secret }))).toBe(60_000);
    expect(pollIntervalOf(readConfig(GITHUB))).toBe(10_000);
    expect(pollIntervalOf(readConfig({ ...GITHUB, MERGE_QUEUE_POLL_INTERVAL: "3s" }))).toBe(3000);
    expect(pollIntervalOf(readConfig({ MERGE_QUEUE_REPOSITORIES: "h/o/n=/x" }))).toBe(5000);
  });

  it.each([
    ["github.com", "https://api.github.com"],
    ["octo.ghe.com", "https://api.octo.ghe.com"],
    ["git.example.com", "https://git.example.com/api/v3"],
  ])("on %s has its API at %s", (host, url) => {
    expect(gitHubApiUrl(host)).toBe(url);
  });

  it.each<readonly [string, Environment, string]>([
    [
      "nobody who may call it",
      { MERGE_QUEUE_GITHUB_TOKEN: "" },
      "there are no credentials: set MERGE_QUEUE_GITHUB_APP_ID",
    ],
    [
      "both a token and an App",
      { ...APP, MERGE_QUEUE_GITHUB_TOKEN: "t" },
      "are both given: remove one of them",
    ],
    [
      "an App without its key",
      { MERGE_QUEUE_GITHUB_TOKEN: "", MERGE_QUEUE_GITHUB_APP_ID: "1" },
      "expected both of them, or neither",
    ],
    [
      "a key without its App",
      { MERGE_QUEUE_GITHUB_TOKEN: "", MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: PEM },
      "expected both of them, or neither",
    ],
    [
      "repositories on two hosts",
      { MERGE_QUEUE_REPOSITORIES: "github.com/a/b,git.example.com/a/b" },
      "are on github.com and git.example.com",
    ],
    [
      "the API of another host",
      { MERGE_QUEUE_GITHUB_API_URL: "https://git.example.com/api/v3" },
      "but the repositories are on github.com, whose API is https://api.github.com",
    ],
    [
      "an API that others read along",
      { MERGE_QUEUE_GITHUB_API_URL: "http://git.example.com/api/v3" },
      "an https address",
    ],
    ["a name for an id", { ...APP, MERGE_QUEUE_GITHUB_APP_ID: "merge queue" }, "the App's id or client id"],
    ["a public key", { ...APP, MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: "ssh-rsa AAAA" }, "a private key as PEM"],
    [
      "an earlier secret without one that has taken its place",
      { MERGE_QUEUE_GITHUB_EARLIER_WEBHOOK_SECRET: "earlier" },
      "is the previous MERGE_QUEUE_GITHUB_WEBHOOK_SECRET, which is not set",
    ],
    [
      "a client without its secret",
      { ...SIGN_IN, MERGE_QUEUE_GITHUB_CLIENT_SECRET: "" },
      "MERGE_QUEUE_GITHUB_CLIENT_ID and MERGE_QUEUE_GITHUB_CLIENT_SECRET_FILE: expected both of them, or neither",
    ],
    [
      "a sign-in without an address to return to",
      { ...SIGN_IN, MERGE_QUEUE_PUBLIC_URL: "" },
      "need MERGE_QUEUE_PUBLIC_URL with https, to which GitHub returns the browser; it is not set",
    ],
    [
      "a sign-in whose code others could read",
      { ...SIGN_IN, MERGE_QUEUE_PUBLIC_URL: "http://queue.example" },
      "need MERGE_QUEUE_PUBLIC_URL with https, to which GitHub returns the browser; it is http://queue.example",
    ],
    ...[">", "`", "<!--", "~", "/ x", "x".repeat(41)].map(
      (prefix) =>
        [
          `${prefix} before commands`,
          { MERGE_QUEUE_GITHUB_COMMAND_PREFIX: prefix },
          "the first of them none of",
        ] as const,
    ),
  ])("does not take %s", (_what, more, words) => {
    const problems = configProblems({ ...GITHUB, ...more });
    expect(problems).toEqual([expect.stringContaining(words)]);
    expect(problems.join()).not.toMatch(/AAAA|PRIVATE KEY-/);
  });

  it.each(["https://queue.example", "http://127.0.0.1:8080"])("takes a sign-in that returns to %s", (url) => {
    const config = readConfig({ ...GITHUB, ...SIGN_IN, MERGE_QUEUE_PUBLIC_URL: url });
    expect(config).toMatchObject({ githubClientId: "Iv23liAbCd", githubClientSecret: "s3cret" });
  });

  it.each([
    ["https://api.github.com", "github.com", "https://github.com"],
    ["https://api.octo.ghe.com", "octo.ghe.com", "https://octo.ghe.com"],
    ["https://git.example.com/api/v3", "git.example.com", "https://git.example.com"],
    ["https://proxy.example/github", "git.example.com", "https://git.example.com"],
    ["http://127.0.0.1:4000/api/v3", "github.com", "http://127.0.0.1:4000"],
  ])("with the API %s and repositories on %s has its pages at %s", (api, host, web) => {
    expect(gitHubWebUrl(api, host)).toBe(web);
  });

  it("takes an API of a stand-in on this machine, whatever the host of the repositories is", () => {
    const more = { MERGE_QUEUE_GITHUB_API_URL: "http://127.0.0.1:4000/api/v3/" };
    expect(readConfig({ ...GITHUB, ...more }).githubApiUrl).toBe("http://127.0.0.1:4000/api/v3");
  });

  it("warns of what has no effect there", () => {
    const environment = { ...GITHUB, MERGE_QUEUE_TEST_COMMAND: "npm test" };
    expect(examineConfig({ environment, flags: {} }).warnings).toEqual([
      "MERGE_QUEUE_TEST_COMMAND: GitHub runs the tests, so it has no effect: remove it",
    ]);
  });

  it("shows neither token nor key", () => {
    const { held } = examineConfig({ environment: { ...GITHUB, ...APP }, flags: {} });
    expect(held.get("githubAppPrivateKey")?.shown).toBe("set");
  });
});

describe("plain git", () => {
  it("needs to know where a repository is", () => {
    expect(configProblems({ MERGE_QUEUE_REPOSITORIES: "h/o/m=/m,h/o/n" })).toEqual([
      "MERGE_QUEUE_REPOSITORIES: h/o/n has no path or URL: expected h/o/n=PATH_OR_URL, or MERGE_QUEUE_FORGE set to github",
    ]);
  });

  it("has no use for what is GitHub's", () => {
    const given = {
      MERGE_QUEUE_REPOSITORIES: "h/o/n=/n",
      MERGE_QUEUE_GITHUB_TOKEN: "t",
      MERGE_QUEUE_GITHUB_WRITE_INTERVAL: "2s",
    };
    expect(configProblems(given)).toEqual([
      "MERGE_QUEUE_GITHUB_TOKEN: applies to GitHub only: set MERGE_QUEUE_FORGE to github, or remove it",
      "MERGE_QUEUE_GITHUB_WRITE_INTERVAL: applies to GitHub only: set MERGE_QUEUE_FORGE to github, or remove it",
    ]);
  });
});
