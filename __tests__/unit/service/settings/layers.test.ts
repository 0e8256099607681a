/** Flags before the environment before the YAML file before defaults, and each value with where it comes from. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  ConfigError,
  examineConfig,
  readConfig,
  readSettings,
} from "../../../../src/service/settings/config.js";
import { environmentName, fileName } from "../../../../src/service/settings/setting.js";
import { SETTING_KEYS, SETTINGS } from "../../../../src/service/settings/settings.js";

const ENOUGH = {
  MERGE_QUEUE_API_TOKEN: "a-token",
  MERGE_QUEUE_REPOSITORIES: "git.example.com/acme/shop=/srv/git/shop.git",
};

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-settings-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

/** What the file is told about, without its path. */
function problemsOfFile(content: string | Buffer, environment: Readonly<Record<string, string>> = ENOUGH) {
  const config = file("queue.yml", content);
  const { problems } = examineConfig({ environment, flags: { config } });
  return problems.map((problem) => problem.replaceAll(config, "queue.yml"));
}

describe("a setting", () => {
  it("comes from its flag, else from the environment, else from the file, else from its default", () => {
    const config = file("order.yml", "listen: file:1\npollInterval: 1s\nstateCase: lower\n");
    const environment = { ...ENOUGH, MERGE_QUEUE_LISTEN: "env:2", MERGE_QUEUE_POLL_INTERVAL: "2s" };
    const { held } = examineConfig({ environment, flags: { config, listen: "flag:3" } });
    const seen = (["listen", "pollIntervalMs", "stateCase", "logLevel"] as const).map((key) => held.get(key));
    expect(seen).toEqual([
      { value: { host: "flag", port: 3 }, shown: "flag:3", origin: "--listen" },
      { value: 2000, shown: "2s", origin: "MERGE_QUEUE_POLL_INTERVAL" },
      { value: "lower", shown: "lower", origin: `${config}:3:1: stateCase` },
      { value: "info", shown: "info", origin: "default" },
    ]);
  });

  it("has the file's place from the environment too", () => {
    const config = file("named.yml", "testCommand: |\n  set -e\n  npm test\n");
    expect(readConfig({ ...ENOUGH, MERGE_QUEUE_CONFIG: config }).testCommand).toBe("set -e\nnpm test\n");
  });

  it.each(SETTING_KEYS)("%s is found by the one name that follows from its YAML name", (key) => {
    const { name } = SETTINGS[key];
    expect(environmentName(name)).toMatch(/^MERGE_QUEUE_[A-Z]+(_[A-Z]+)*$/);
    expect([fileName(name), "config"]).not.toContain(name);
  });

  it("is read without the others for a command that needs only it", () => {
    expect(readSettings(["database"], { MERGE_QUEUE_DATA: "/d", MERGE_QUEUE_LISTEN: "?" })).toEqual({
      database: { kind: "sqlite", path: "/d/merge-queue.sqlite" },
    });
    expect(() => readSettings(["listen"], { MERGE_QUEUE_LISTEN: "?" })).toThrow(ConfigError);
  });

  it("is wrong also where another layer wins", () => {
    expect(problemsOfFile("listen: nowhere\n", { ...ENOUGH, MERGE_QUEUE_LISTEN: "a:1" })).toEqual([
      'queue.yml:1:1: listen: "nowhere" is not host:port, such as 127.0.0.1:8080',
    ]);
  });
});

describe("repositories in YAML", () => {
  it("are a map of addresses, or of maps with one", () => {
    const config = file(
      "map.yml",
      "repositories:\n  github.com/Acme/Shop: /srv/a,b=c.git\n  h/o/n:\n    location: ssh://git@h/n.git\n",
    );
    expect(readConfig({ MERGE_QUEUE_API_TOKEN: "t" }, { config }).repositories).toEqual(
      new Map([
        ["github.com/acme/shop", "/srv/a,b=c.git"],
        ["h/o/n", "ssh://git@h/n.git"],
      ]),
    );
  });

  it("are named by line and column where they are wrong, all at once", () => {
    const wrong = [
      "repositories:",
      "  acme/shop: /srv",
      "  h/o/a: 7",
      "  h/o/b: { location: '', test: x }",
      "  H/O/C: /c",
      "  h/o/c: /c",
      "  h/o/d: {}",
    ];
    expect(problemsOfFile(wrong.join("\n"), { MERGE_QUEUE_API_TOKEN: "t" })).toEqual([
      "queue.yml:2:3: repositories.acme/shop: expected host/owner/name, such as github.com/acme/shop",
      "queue.yml:3:3: repositories.h/o/a: expected a path or URL for git, or a map with a location",
      "queue.yml:4:26: repositories.h/o/b.test: expected location, the only setting of a repository",
      "queue.yml:4:12: repositories.h/o/b.location: expected a location: a path or URL for git",
      "queue.yml:6:3: repositories.h/o/c: expected each repository once: upper and lower case are the same here",
      "queue.yml:7:3: repositories.h/o/d: expected a location: a path or URL for git",
    ]);
  });
});

describe("the YAML file", () => {
  it.each([
    [
      "a key that is not a setting",
      "\nlistn: a:1\n",
      ['queue.yml:2:1: "listn" is not a setting: did you mean listen?'],
    ],
    [
      "a key that is nothing like one",
      "replicas: 3\n",
      ['queue.yml:1:1: "replicas" is not a setting: `merge-queue serve --help` lists them'],
    ],
    ["a key without a value", "listen:\n", ['queue.yml:1:1: "listen" has no value: set one, or remove it']],
    [
      "a number where a text belongs",
      "listen: 8080\n",
      ["queue.yml:1:1: listen: 8080 is not host:port, such as 127.0.0.1:8080"],
    ],
    [
      "a text where a number belongs",
      'parallelTests: "4"\n',
      ['queue.yml:1:1: parallelTests: "4" is not a whole number from 1 to 9999'],
    ],
    [
      "a key given twice",
      "listen: a:1\ndata: x\nlisten: b:2\ndata: y\n",
      ['queue.yml:3:1: "listen" is given twice', 'queue.yml:4:1: "data" is given twice'],
    ],
    [
      "anchors and aliases",
      "listen: &a a:1\ndata: *a\n",
      ["queue.yml:1:12: anchors are not supported here", "queue.yml:2:7: aliases are not supported here"],
    ],
    ["tags", "listen: !!str a:1\n", ["queue.yml:1:15: tags are not supported here"]],
    [
      "a merge key",
      "<<: { listen: a:1 }\n",
      ['queue.yml:1:1: "<<" is not a setting: `merge-queue serve --help` lists them'],
    ],
    [
      "the name of every object's ancestor",
      "__proto__: { listen: a:1 }\n",
      ['queue.yml:1:1: "__proto__" is not a setting: `merge-queue serve --help` lists them'],
    ],
    ["a map as a key", "? { a: 1 }\n: 1\n", ["queue.yml:1:3: expected a name before the colon"]],
    [
      "two documents",
      "listen: a:1\n---\nlisten: b:1\n",
      ["queue.yml:2:1: a second document begins here; expected only one"],
    ],
    ["a tab", "repositories:\n\ta/b/c: /x\n", ["queue.yml:2:1: Tabs are not allowed as indentation"]],
    ["a list", "- listen\n", ['queue.yml:1:1: expected settings, such as "listen: 127.0.0.1:8080"']],
    ["a quote that stays open", 'data: x\nlisten: "a', ['queue.yml:2:11: Missing closing "quote']],
  ])("refuses %s", (_what, content, problems) => {
    expect(problemsOfFile(content)).toEqual(problems);
  });

  it("refuses bytes that are no UTF-8, by their place", () => {
    const latin = Buffer.from("listen: a:1\ndata: caf\u00e9\n", "latin1");
    expect(problemsOfFile(latin)).toEqual(["queue.yml:2:10: is not UTF-8"]);
  });

  it("refuses what is too large before it is parsed", () => {
    expect(problemsOfFile("#".repeat(256 * 1024 + 1))).toEqual(["queue.yml: has more than 256 KiB"]);
  });

  it.each([
    ["lists", "[".repeat(200_000)],
    ["maps", Array.from({ length: 600 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
    [
      "aliases of aliases",
      `a: &a [1]\n${Array.from({ length: 20 }, (_, i) => `k${i}: &b${i} [*a,*a,*a]`).join("\n")}`,
    ],
  ])("survives a bomb of %s", (_what, content) => {
    expect(problemsOfFile(content).length).toBeGreaterThan(0);
  });

  it.each(["", "# nothing\n", "\ufeff---\n"])("may be empty", (content) => {
    expect(problemsOfFile(content)).toEqual([]);
  });

  it("is named when it is not there, or no file", () => {
    const told = (config: string) => examineConfig({ environment: ENOUGH, flags: { config } }).problems;
    expect(told(join(folder, "absent.yml"))).toEqual([
      `${join(folder, "absent.yml")}: cannot be read (ENOENT); check the path and its permissions`,
    ]);
    expect(told(folder)).toEqual([`${folder}: is not a regular file`]);
  });
});

describe("a secret", () => {
  const token = (environment: Readonly<Record<string, string>>) =>
    examineConfig({ environment, flags: {} }, ["apiToken"]);

  it("is read from a file of its own, without the newline at its end, and is not shown", () => {
    const path = file("token", "T0KEN\n");
    const { held, problems, warnings } = token({ MERGE_QUEUE_API_TOKEN_FILE: path });
    expect([held.get("apiToken"), problems, warnings]).toEqual([
      { value: "T0KEN", shown: "set", origin: "MERGE_QUEUE_API_TOKEN_FILE" },
      [],
      [],
    ]);
  });

  it("may be named by a flag and in YAML", () => {
    const path = file("token", "T0KEN\r\n");
    const config = file(
      "queue.yml",
      `apiTokenFile: ${path}\ndatabaseUrlFile: ${file("db", "sqlite:/q.db")}\n`,
    );
    const environment = { MERGE_QUEUE_REPOSITORIES: "h/o/n=/x" };
    expect(readConfig(environment, { config })).toMatchObject({
      apiToken: "T0KEN",
      database: { kind: "sqlite", path: "/q.db" },
    });
    expect(readSettings(["apiToken"], {}, { apiTokenFile: path })).toEqual({ apiToken: "T0KEN" });
  });

  it("is not given twice in one place", () => {
    const path = file("token", "T0KEN");
    expect(token({ MERGE_QUEUE_API_TOKEN: "x", MERGE_QUEUE_API_TOKEN_FILE: path }).problems).toEqual([
      "MERGE_QUEUE_API_TOKEN and MERGE_QUEUE_API_TOKEN_FILE are both given: remove one of them",
    ]);
    expect(problemsOfFile(`apiToken: x\napiTokenFile: ${path}\n`)).toEqual([
      "queue.yml:1:1: apiToken and queue.yml:2:1: apiTokenFile are both given: remove one of them",
    ]);
  });

  it("warns of a file that everybody may read", () => {
    const path = file("token", "T0KEN", 0o604);
    expect(token({ MERGE_QUEUE_API_TOKEN_FILE: path }).warnings).toEqual([
      `MERGE_QUEUE_API_TOKEN_FILE: every user of this machine may read ${path}: run chmod o-r on it`,
    ]);
    const config = file("open.yml", "apiToken: T0KEN\n", 0o644);
    expect(examineConfig({ environment: {}, flags: { config } }).warnings).toEqual([
      `${config}: every user of this machine may read the secret in it: run chmod o-r on it, or move the secret to a separate file`,
    ]);
  });

  it.each([
    ["is empty", "\n"],
    ["has more than 64 KiB", "x".repeat(64 * 1024 + 1)],
  ])("is refused when its file %s", (problem, content) => {
    const path = file("token", content);
    expect(token({ MERGE_QUEUE_API_TOKEN_FILE: path }).problems).toEqual([
      `MERGE_QUEUE_API_TOKEN_FILE: ${path} ${problem}`,
    ]);
  });

  it.each([
    ["databaseUrl", "postgres://db/queue?user=u&password=PASSW0RD", "a password"],
    ["databaseUrl", "postgres://u@db/queue?sslpassword=PASSW0RD&sslmode=require", "a password"],
    ["repositories", "h/o/n=https://PASSW0RD@h/o/n.git", "a possible token"],
    ["repositories", "h/o/m=/srv/m.git,h/o/n=HTTP://PASSW0RD@h/o/n.git", "a possible token"],
    ["testCommand", "curl https://u:PASSW0RD@h", "a password"],
  ])("is no argument: %s=%s", (name, value, what) => {
    const { problems } = examineConfig({ environment: ENOUGH, flags: { [name]: value } });
    expect(problems).toEqual([
      expect.stringContaining(`: contains ${what}, and other users can read arguments: use the environment`),
    ]);
    expect(problems.join()).not.toContain("PASSW0RD");
  });

  it.each([
    ["databaseUrl", "postgres://u@db/queue?sslmode=require&application_name=password"],
    ["repositories", "h/o/n=ssh://git@h/o/n.git,h/o/m=git@h:o/m.git,h/o/k=https://h/o/k@2.git"],
    ["testCommand", "git ls-remote https://me@h/o/n.git"],
  ])("is not taken to be in the argument %s=%s", (name, value) => {
    expect(examineConfig({ environment: ENOUGH, flags: { [name]: value } }).problems).toEqual([]);
  });

  it("with a password in it is no argument", () => {
    const flags = {
      databaseUrl: "postgres://queue:PASSW0RD@db/queue",
      repositories: "h/o/n=https://u:PASSW0RD@h",
    };
    const { problems } = examineConfig({ environment: ENOUGH, flags });
    expect(problems).toEqual([
      expect.stringMatching(/^--repositories: contains a password, and other users can read arguments/),
      expect.stringMatching(/^--database-url: contains a password/),
    ]);
    expect(problems.join()).not.toContain("PASSW0RD");
  });

  it("never shows in what is told of the settings, whichever it is in and however it is wrong", () => {
    const secret = "PASSW0RD";
    const texts = [
      secret,
      `x y ${secret}`,
      `h/o/n=https://u:${secret}@h/x`,
      `https://u:${secret}@h`,
      `sqlite:\n${secret}`,
    ];
    for (const text of texts) {
      const environment = { MERGE_QUEUE_API_TOKEN: text, MERGE_QUEUE_REPOSITORIES: text };
      const { held, problems, warnings } = examineConfig({ environment, flags: {} });
      const told = [...problems, ...warnings, ...[...held.values()].map(({ shown }) => shown)].join("\n");
      expect(told).not.toContain(secret);
    }
  });
});

describe("a variable that is nearly a setting", () => {
  it("is warned of, and others' variables are not", () => {
    const environment = {
      ...ENOUGH,
      MERGE_QUEUE_LISTN: "a:1",
      MERGE_QUEUE_API_URL: "https://h",
      MERGE_QUEUE_REPOSITORY: "acme/shop",
      MERGE_QUEUE_PORT: "tcp://10.0.0.1:8080",
    };
    expect(examineConfig({ environment, flags: {} }).warnings).toEqual([
      "MERGE_QUEUE_LISTN is not a setting: did you mean MERGE_QUEUE_LISTEN?",
    ]);
  });
});

describe("paths", () => {
  it("count from where the service runs, wherever they are written", () => {
    const config = file("paths.yml", "data: here\ngitConfig: ./git/config\n");
    expect(readConfig(ENOUGH, { config })).toMatchObject({
      dataFolder: resolve("here"),
      database: { kind: "sqlite", path: resolve("here/merge-queue.sqlite") },
      gitConfigFile: resolve("git/config"),
    });
  });
});
