/** What `merge-queue serve` says about its settings before anything is started. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { callCommand } from "../../../../support/command-line.js";

const TOKEN = "mq_the-token-of-an-operator";
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-serve-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENOUGH = {
  MERGE_QUEUE_LISTEN: "127.0.0.1:0",
  MERGE_QUEUE_API_TOKEN: TOKEN,
  MERGE_QUEUE_REPOSITORIES: "git.example.com/acme/shop=/srv/shop.git",
};
const serve = async (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  callCommand(["serve", ...words], {
    environment: { ...ENOUGH, MERGE_QUEUE_DATA: join(folder, "data"), ...more },
  });

describe("serve", () => {
  it("names every wrong setting at once, and no secret", async () => {
    const wrong = {
      MERGE_QUEUE_API_TOKEN: "a SECRET",
      MERGE_QUEUE_POLL_INTERVAL: "5",
      MERGE_QUEUE_LISTEN: "\u001b[2J",
    };
    const { exitCode, stdout, stderr } = await serve(["--state-case", "mixed"], wrong);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr.split("\n")).toEqual([
      "merge-queue cannot serve:",
      expect.stringMatching("^  - MERGE_QUEUE_API_TOKEN: its value is not"),
      expect.stringMatching('^  - MERGE_QUEUE_LISTEN: "\\\\u001b\\[2J" is not host:port'),
      expect.stringMatching('^  - MERGE_QUEUE_POLL_INTERVAL: "5" is not a number with a unit'),
      expect.stringMatching('^  - --state-case: "mixed" is not upper or lower'),
      "",
    ]);
  });

  it("hints at the nearest flag when a flag does not exist", async () => {
    expect(await serve(["--listn", "a:1"])).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: "error: unknown option '--listn'\n(Did you mean --listen?)\n(add --help for usage)\n",
    });
  });
});

describe("serve --check-config", () => {
  it("says what would hold and where it comes from, and leaves nothing behind", async () => {
    const { exitCode, stdout, stderr } = await serve(["--check-config", "--poll-interval", "9s"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    expect(rows).toEqual(
      expect.arrayContaining([
        ["apiToken", "set", "MERGE_QUEUE_API_TOKEN"],
        ["pollInterval", "9s", "--poll-interval"],
        ["retention", "90d", "default"],
        ["listen", "127.0.0.1:0", "MERGE_QUEUE_LISTEN"],
        ["stateCase", "upper", "default"],
      ]),
    );
    expect(stdout).not.toContain(TOKEN);
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  it("warns of what looks like a slip, and ends well", async () => {
    const { exitCode, stderr } = await serve(["--check-config"], { MERGE_QUEUE_LISTN: "a:1" });
    expect([exitCode, stderr]).toEqual([
      0,
      "merge-queue: warning: MERGE_QUEUE_LISTN is not a setting: did you mean MERGE_QUEUE_LISTEN?\n",
    ]);
  });

  it("ends with 2 when the service could not start with it", async () => {
    const { exitCode, stdout, stderr } = await serve(["--check-config", "--listen", "here"]);
    expect([exitCode, stdout.includes("apiToken")]).toEqual([2, true]);
    expect(stderr).toBe(
      'merge-queue cannot serve with these settings:\n  - --listen: "here" is not host:port, such as 127.0.0.1:8080\n',
    );
  });
});

describe("serve --help", () => {
  it("lists the settings in groups with what holds without them, and no flag for the secret itself", async () => {
    const { exitCode, stdout } = await serve(["--help"]);
    expect(exitCode).toBe(0);
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toMatch(
      /Repositories and tests: --repositories <value>.*Network: --listen <value> Address and port to listen on\. Default: 127\.0\.0\.1:8080 \(MERGE_QUEUE_LISTEN\)/,
    );
    expect(text).toContain("--api-token-file <path>");
    expect(text).not.toContain("--api-token <");
  });
});
