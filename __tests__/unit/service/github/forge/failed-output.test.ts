/** The end of a failed check's output: from a job's log on another server, or from another App's check run. */
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { Check } from "../../../../../src/domain/check.js";
import { LogTooLong } from "../../../../../src/service/github/api/download-end.js";
import { FailedOutput } from "../../../../../src/service/github/forge/failed-output.js";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import { OpenedCalls } from "../../../../support/opened-calls.js";
import { ScriptedGitHub } from "../../../../support/scripted-github.js";

const SHOP = { host: "github.com", owner: "acme", name: "shop" };
const TOKEN = "github_pat_11AAAAAAA0secretsecret";
const JOB = "https://github.com/Acme/shop/actions/runs/12/job/34";
const LOGS = "/repos/acme/shop/actions/jobs/34/logs";

let github: ScriptedGitHub;
let blobs: ScriptedGitHub;
let opened: OpenedCalls;
let output: FailedOutput;

beforeEach(async () => {
  github = await ScriptedGitHub.listen(() => ({
    status: 302,
    headers: { location: `${blobs.url}/log?sig=x` },
  }));
  blobs = await ScriptedGitHub.listen(() => ({ status: 404 }));
  opened = new OpenedCalls(github.url, TOKEN);
  output = new FailedOutput(opened.open());
});
afterEach(async () => {
  await opened.close();
  await github.close();
  await blobs.close();
});

function failed(url: string, name = "build"): Check {
  return { name, url, status: "completed", conclusion: "failure" };
}

async function read(...urls: readonly string[]): Promise<string | null> {
  return output.of(
    SHOP,
    urls.map((url) => failed(url)),
  );
}

function stamped(...lines: readonly string[]): string {
  return lines.map((line) => `2026-11-20T10:00:00.1234567Z ${line}\n`).join("");
}

describe("the output of a job", () => {
  it.each(["https://github.com/mega/store/runs/34", "https://github.com/acme/shop/runs/34"])(
    "is found under the present and the former name of the repository: %s",
    async (url) => {
      github.answers(() => ({ status: 200, body: { output: { text: "expected 1, got 2", summary: null } } }));
      output = new FailedOutput(opened.open(), () => ({ ...SHOP, owner: "mega", name: "store" }));
      expect(await read(url)).toBe("expected 1, got 2");
    },
  );

  it("ends with the failure, without times, colours and what follows it", async () => {
    const log = stamped(
      "##[group]Run npm test",
      "\u001b[31mexpected 1, got 2\u001b[0m",
      "##[endgroup]",
      `token ghp_${"a".repeat(36)}`,
      "##[error]Process completed with exit code 1.",
      "Post job cleanup.",
    );
    blobs.answers(() => ({ raw: log }));
    expect(await read(JOB)).toBe(
      ["Run npm test", "expected 1, got 2", "token ***", "Error: Process completed with exit code 1."].join(
        "\n",
      ),
    );
    expect(github.lines).toEqual([`GET ${LOGS}`]);
  });

  it("is asked of the other server without the token, and only once", async () => {
    blobs.answers(() => ({ raw: stamped("##[error]no") }));
    await read(JOB);
    expect(await read(JOB)).toBe("Error: no");
    expect(blobs.lines).toEqual(["GET /log?sig=x"]);
    expect(JSON.stringify(blobs.asked)).not.toContain(TOKEN);
    expect(github.lines).toHaveLength(1);
  });

  it("is read once for readers at the same time, and again after a failure", async () => {
    blobs.answers(() => ({ status: 302, headers: { location: `${github.url}/user` } }));
    const failures = await Promise.allSettled([read(JOB), read(JOB)]);
    expect(failures.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(github.lines).toHaveLength(1);
    blobs.answers(() => ({ raw: stamped("##[error]no") }));
    expect(await Promise.all([read(JOB), read(JOB), read(JOB)])).toEqual(Array(3).fill("Error: no"));
    expect(github.lines).toHaveLength(2);
  });

  it.each([
    ["too long, which it remains", new LogTooLong(), 1],
    ["absent, which may change", new ForgeError("there is none", false), 2],
  ])("is none if it is %s", async (_name, failure, reads) => {
    const readEnd = jest.fn(async () => Promise.reject(failure));
    const calls = new FailedOutput({ read: async () => Promise.resolve(null), readEnd });
    const now = jest.spyOn(performance, "now").mockReturnValue(0);
    const first = await calls.of(SHOP, [failed(JOB)]);
    now.mockReturnValue(3_600_000);
    const later = await calls.of(SHOP, [failed(JOB)]);
    now.mockRestore();
    expect([first, later]).toEqual([null, null]);
    expect(readEnd).toHaveBeenCalledTimes(reads);
  });

  it("is asked for again after a minute if it is absent, and then after an hour", async () => {
    const readEnd = jest.fn(async () => Promise.resolve(null));
    const calls = new FailedOutput({ read: async () => Promise.resolve(null), readEnd });
    const now = jest.spyOn(performance, "now");
    const reads: number[] = [];
    for (const minute of [0, 1, 2, 30, 60, 61, 62]) {
      now.mockReturnValue(minute * 60_000);
      await calls.of(SHOP, [failed(JOB)]);
      reads.push(readEnd.mock.calls.length);
    }
    now.mockRestore();
    expect(reads).toEqual([1, 2, 2, 2, 2, 3, 3]);
  });

  it("is only its end, if it is long", async () => {
    blobs.answers(() => ({
      raw: `${stamped("first")}${stamped("a line of noise").repeat(20_000)}${stamped("last")}`,
    }));
    const text = await read(JOB);
    expect(text).toMatch(/^a line of noise\n.*\nlast$/s);
    expect(text?.length).toBeLessThan(4001);
  });

  it.each([
    ["the link is to a file", { location: "file:///etc/passwd" }],
    ["there is no link", {}],
  ])("is none if %s", async (_name, headers) => {
    github.answers(() => ({ status: 302, headers }));
    expect(await read(JOB)).toBeNull();
  });

  it("is none if the log was deleted, and that is not asked again with each view", async () => {
    github.answers(() => ({ status: 410 }));
    expect([await read(JOB), await read(JOB)]).toEqual([null, null]);
    expect(github.lines).toHaveLength(1);
  });

  it("is none if the other server redirects once more", async () => {
    blobs.answers(() => ({ status: 302, headers: { location: `${github.url}/user` } }));
    await expect(read(JOB)).rejects.toThrow("could not be read");
    expect(github.lines).toHaveLength(1);
  });
});

describe("the output of another App's check", () => {
  it("is the text that it wrote on its check run", async () => {
    github.answers(() => ({
      body: { id: 56, output: { title: "t", summary: "short", text: "long\nand full" } },
    }));
    expect(await read("https://github.com/acme/shop/runs/56")).toBe("long\nand full");
    expect(github.lines).toEqual(["GET /repos/acme/shop/check-runs/56"]);
  });

  it("is none without one, or if the check is of another system, for which nothing is asked", async () => {
    github.answers(() => ({ body: { id: 56, output: { title: null, summary: null, text: null } } }));
    expect(await read("https://github.com/acme/shop/runs/56")).toBeNull();
    const asked = github.lines.length;
    for (const url of [
      "https://ci.example/acme/other/runs/56",
      "https://github.com/acme/shop/runs/56/../../x",
      "https://github.com/acme/shop/actions/runs/1",
      "https://github.com/evil/shop/runs/56",
      "not an address",
      "",
    ]) {
      expect(await read(url)).toBeNull();
    }
    expect(github.lines).toHaveLength(asked);
  });

  it("is that of the first failed check that has any", async () => {
    github.answers(({ path }) => ({ body: { output: { text: path.endsWith("/2") ? "two" : null } } }));
    const [one, two] = [1, 2].map((id) => `https://github.com/acme/shop/runs/${id}`);
    expect(await read("https://ci.example/1", one ?? "", two ?? "")).toBe("two");
  });
});
