/** Settings of the environment in, one checked object out, every problem named at once. */
import { resolve } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { examineConfig, readConfig } from "../../../../src/service/settings/config.js";
import { configProblems } from "../../../support/config-problems.js";

const ENOUGH = {
  MERGE_QUEUE_API_TOKEN: "a-token",
  MERGE_QUEUE_REPOSITORIES: "git.example.com/Acme/Shop=/srv/git/shop.git",
};

const WITHOUT_GITHUB = {
  signingKey: null,
  committerName: null,
  committerEmail: null,
  githubCommandPrefix: "/",
  githubLanding: "push",
  githubGit: "clone",
  githubScratchPrefix: "mq-scratch/",
  githubEarlierWebhookSecret: null,
  githubToken: null,
  githubAppId: null,
  githubAppPrivateKey: null,
  githubClientId: null,
  githubClientSecret: null,
  githubWebhookSecret: null,
  githubApiUrl: null,
  githubWriteIntervalMs: 1000,
};

describe("the configuration", () => {
  it("needs a repository, and has a default for everything else", () => {
    expect(readConfig(ENOUGH)).toEqual({
      listen: { host: "127.0.0.1", port: 8080 },
      adminListen: null,
      dashboardAccess: "signed-in",
      dataFolder: resolve("merge-queue-data"),
      database: { kind: "sqlite", path: resolve("merge-queue-data/merge-queue.sqlite") },
      repositories: new Map([["git.example.com/acme/shop", "/srv/git/shop.git"]]),
      forge: "plain-git",
      testCommand: null,
      parallelTests: Number.POSITIVE_INFINITY,
      gitConfigFile: null,
      apiToken: "a-token",
      tlsCertificate: null,
      tlsKey: null,
      trustedProxies: [],
      maxConnections: 2000,
      uploadMemoryMebibytes: 256,
      pollIntervalMs: null,
      ...WITHOUT_GITHUB,
      publicUrl: null,
      retentionMs: 90 * 86_400_000,
      webhookPrivateAddresses: [],
      testBranchPrefix: "mq-merge/",
      stateCase: "upper",
      logLevel: "info",
    });
  });

  it("reads every setting", () => {
    const config = readConfig({
      ...ENOUGH,
      MERGE_QUEUE_REPOSITORIES: " h/o/a=ssh://git@h/a.git , h/o/b=/b=c ,",
      MERGE_QUEUE_TEST_COMMAND: "npm test",
      MERGE_QUEUE_PARALLEL_TESTS: "4",
      MERGE_QUEUE_GIT_CONFIG: "/etc/mq/gitconfig",
      MERGE_QUEUE_LISTEN: "[::1]:9",
      MERGE_QUEUE_ADMIN_LISTEN: "9090",
      MERGE_QUEUE_TLS_CERT: "/etc/mq/tls.crt",
      MERGE_QUEUE_TLS_KEY: "/etc/mq/tls.key",
      MERGE_QUEUE_TRUSTED_PROXIES: "10.0.0.1, fd00::/8",
      MERGE_QUEUE_MAX_CONNECTIONS: "500",
      MERGE_QUEUE_UPLOAD_MEMORY: "64",
      MERGE_QUEUE_DATA: "/data",
      MERGE_QUEUE_DATABASE_URL: "sqlite:///db/queue.sqlite",
      MERGE_QUEUE_FORGE: "plain-git",
      MERGE_QUEUE_POLL_INTERVAL: "250ms",
      MERGE_QUEUE_PUBLIC_URL: "https://queue.example.com/",
      MERGE_QUEUE_RETENTION: "forever",
      MERGE_QUEUE_WEBHOOK_PRIVATE_ADDRESSES: "allow",
      MERGE_QUEUE_TEST_BRANCH_PREFIX: "ci/mq/",
      MERGE_QUEUE_STATE_CASE: "Lower",
      MERGE_QUEUE_LOG_LEVEL: "warn",
      MERGE_QUEUE_DASHBOARD_ACCESS: "public",
    });
    expect(config).toEqual({
      listen: { host: "::1", port: 9 },
      adminListen: { host: "127.0.0.1", port: 9090 },
      dashboardAccess: "public",
      dataFolder: "/data",
      database: { kind: "sqlite", path: "/db/queue.sqlite" },
      repositories: new Map([
        ["h/o/a", "ssh://git@h/a.git"],
        ["h/o/b", "/b=c"],
      ]),
      forge: "plain-git",
      testCommand: "npm test",
      parallelTests: 4,
      gitConfigFile: "/etc/mq/gitconfig",
      apiToken: "a-token",
      tlsCertificate: "/etc/mq/tls.crt",
      tlsKey: "/etc/mq/tls.key",
      trustedProxies: ["10.0.0.1", "fd00::/8"],
      maxConnections: 500,
      uploadMemoryMebibytes: 64,
      pollIntervalMs: 250,
      ...WITHOUT_GITHUB,
      publicUrl: "https://queue.example.com",
      retentionMs: Number.POSITIVE_INFINITY,
      webhookPrivateAddresses: "allow",
      testBranchPrefix: "ci/mq/",
      stateCase: "lower",
      logLevel: "warn",
    });
  });

  it("takes a relative database path from where it runs", () => {
    expect(readConfig({ ...ENOUGH, MERGE_QUEUE_DATABASE_URL: "sqlite:queue.db" }).database).toEqual({
      kind: "sqlite",
      path: resolve("queue.db"),
    });
  });

  it.each(["postgres://u:p@db/queue", "postgresql:///queue?host=/run"])(
    "takes the Postgres database %s",
    (url) => {
      const { database } = readConfig({ ...ENOUGH, MERGE_QUEUE_DATABASE_URL: url });
      expect(database).toEqual({ kind: "postgres", url });
    },
  );

  it.each([
    ["postgres://u:p@db/queue", "33", 1],
    ["postgres://u:p@db/queue", "32", 0],
    ["postgres://u:p@db/queue", undefined, 0],
    ["sqlite:queue.db", "33", 0],
  ])("with %s and %s tests at once warns %i times that a replica takes fewer", (url, tests, count) => {
    const environment = { ...ENOUGH, MERGE_QUEUE_DATABASE_URL: url, MERGE_QUEUE_PARALLEL_TESTS: tests };
    const warning =
      "MERGE_QUEUE_PARALLEL_TESTS: 33 is more than the 32 tests that a replica on Postgres runs in parallel; " +
      "set 32 or less, and add replicas for more";
    expect(examineConfig({ environment, flags: {} }).warnings).toEqual(Array(count).fill(warning));
  });

  it.each(["mysql://u:PASSW0RD@db/queue", "postgres://u:PASSW0RD@db:port/queue", "queue.sqlite"])(
    "refuses the database %s, without showing what may hold a password",
    (url) => {
      expect(configProblems({ ...ENOUGH, MERGE_QUEUE_DATABASE_URL: url })).toEqual([
        "MERGE_QUEUE_DATABASE_URL: its value is not sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE",
      ]);
    },
  );

  it("names everything that is missing at once", () => {
    expect(configProblems({ MERGE_QUEUE_TLS_KEY: "/k" }).map((problem) => problem.split(" ")[0])).toEqual([
      "MERGE_QUEUE_REPOSITORIES",
      "MERGE_QUEUE_TLS_CERT",
    ]);
  });

  it("leaves tokens to the store where none is set", () => {
    expect(readConfig({ ...ENOUGH, MERGE_QUEUE_API_TOKEN: " " }).apiToken).toBeNull();
  });

  it.each([
    ["MERGE_QUEUE_LISTEN", "8080"],
    ["MERGE_QUEUE_LISTEN", "localhost:99999"],
    ["MERGE_QUEUE_FORGE", "gitlab"],
    ["MERGE_QUEUE_POLL_INTERVAL", "5"],
    ["MERGE_QUEUE_POLL_INTERVAL", "0s"],
    ["MERGE_QUEUE_PARALLEL_TESTS", "0"],
    ["MERGE_QUEUE_TRUSTED_PROXIES", "10.0.0.0/33"],
    ["MERGE_QUEUE_TRUSTED_PROXIES", "proxy.example.com"],
    ["MERGE_QUEUE_MAX_CONNECTIONS", "9"],
    ["MERGE_QUEUE_MAX_CONNECTIONS", "1e3"],
    ["MERGE_QUEUE_UPLOAD_MEMORY", "39"],
    ["MERGE_QUEUE_TEST_BRANCH_PREFIX", "mq"],
    ["MERGE_QUEUE_TEST_BRANCH_PREFIX", "-mq/"],
    ["MERGE_QUEUE_TEST_BRANCH_PREFIX", "a..b/"],
    ["MERGE_QUEUE_TEST_BRANCH_PREFIX", "x.lock/"],
    ["MERGE_QUEUE_STATE_CASE", "mixed"],
    ["MERGE_QUEUE_LOG_LEVEL", "loud"],
  ])("refuses %s=%s, naming the setting, the value and what is expected", (setting, value) => {
    const [problem, ...others] = configProblems({ ...ENOUGH, [setting]: value });
    expect(problem).toContain(`${setting}: ${JSON.stringify(value)} is not `);
    expect(others).toEqual([]);
  });

  it.each([
    "acme/shop=/srv/shop.git",
    "h/../shop=/srv/shop.git",
    "h/o/shop=",
    ",",
    "h/o/sh op=https://u:PASSW0RD@h/x",
    "h/o/shop=https://u:PASSW0RD@h/x,H/O/Shop=/srv/shop.git",
  ])("refuses the repositories %s, without showing what may hold a password", (value) => {
    expect(configProblems({ ...ENOUGH, MERGE_QUEUE_REPOSITORIES: value })).toEqual([
      "MERGE_QUEUE_REPOSITORIES: its value is not a list like github.com/acme/shop=/srv/git/shop.git, with each repository once",
    ]);
  });

  it("refuses a database that is none, without showing what may hold a password", () => {
    expect(configProblems({ ...ENOUGH, MERGE_QUEUE_DATABASE_URL: "mysql://queue:PASSW0RD@db" })).toEqual([
      expect.stringMatching(/^MERGE_QUEUE_DATABASE_URL: its value is not sqlite:PATH/),
    ]);
  });

  it("refuses a token that cannot travel in a header, without showing it", () => {
    expect(configProblems({ ...ENOUGH, MERGE_QUEUE_API_TOKEN: "two words" })).toEqual([
      "MERGE_QUEUE_API_TOKEN: its value is not visible ASCII characters without spaces",
    ]);
  });
});
