/** `set-impacted-targets` through the built action: every form of a list, its limit, forks, and what the report says. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type ActionCall, runAction } from "../support/action-runner.js";
import { forkedPullRequestEvent, HEAD_SHA, onPullRequest } from "../support/action-samples.js";
import { QUEUE } from "../support/client-samples.js";
import { answers, type FaultyServer } from "../support/faulty-server.js";
import { bodyOf, OK, type Script, startScriptedService } from "../support/scripted-service.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

let server: FaultyServer;

afterEach(async () => server.close());

const operation = "set-impacted-targets";
const envelope = { ...QUEUE, pr: { number: 412, sha: HEAD_SHA } };

async function upload(
  inputs: Readonly<Record<string, string>>,
  call: Partial<ActionCall> = {},
  script: Script = { setImpactedTargets: [OK] },
) {
  server = await startScriptedService(script);
  return runAction({ ...onPullRequest(server.apiUrl, { operation, ...inputs }), ...call });
}

function uploadFile(content: string | Uint8Array) {
  return upload({ "impacted-targets-file": "targets" }, { files: { targets: content } });
}

describe("a list of targets", () => {
  itInCi.each(
    rowsBySize([
      ["lines", "a\nb\r\n\n  \nb\nc d", ["a", "b", "c d"]],
      ["NUL-separated names", "a\0b\nc\0", ["a", "b\nc"]],
      ["a JSON array", ' \n["a", "b", "a", ""]\n', ["a", "b"]],
      ["labels of objects", '[{"label":"//a:b","distance":1},{"label":"//c"}]', ["//a:b", "//c"]],
      ["a byte order mark", "\ufeffa\nb", ["a", "b"]],
      ["ALL among others", "a\nALL", ["a", "ALL"]],
      ["ALL in an array", '["ALL"]', ["ALL"]],
      ["all among others", "a\nall", ["a", "all"]],
      ["[] as it stands", "[]\n", []],
      ["the body of the API's request", '{"impactedTargets": ["a", {"label": "//b"}, "a"]}', ["a", "//b"]],
      ["that with what else the request has", JSON.stringify({ ...envelope, impactedTargets: ["a"] }), ["a"]],
      ["that with [] as it stands", '{"impactedTargets":[]}', []],
    ]),
  )("may be %s", async (_form, content, expected) => {
    const run = await uploadFile(content);
    expect(run).toMatchObject({
      exitCode: 0,
      outputs: {
        "impacted-targets-count": String(expected.length),
        "impacted-targets-all": "false",
        "impacted-targets-reason": "",
      },
    });
    expect(bodyOf(server.requests[0])).toEqual({ ...envelope, impactedTargets: expected });
  });

  itInCi.each(
    rowsBySize([
      ["a sole line ALL", "\nALL\r\n", 0, /the list is ALL/],
      ["ALL in quotes", '"ALL"', 0, /the list is ALL/],
      ["ALL in single quotes", "'ALL'\n", 0, /the list is ALL/],
      ["ALL in small letters", "all\n", 0, /the list is ALL/],
      ["both", '"All"', 0, /the list is ALL/],
      ["ALL with white space around it", " ALL \nALL\t", 0, /the list is ALL/],
      ["IMPACTS_ALL", "IMPACTS_ALL", 0, /the list is ALL/],
      ["the API's request for ALL", '{"impactedTargets":"ALL"}', 0, /the list is ALL/],
      ["an empty array in an object, laid out", '{"impactedTargets":[\n]}', 1, /the list is empty/],
      ["an empty file", "", 1, /the list is empty/],
      ["blank lines", " \n\t\n", 1, /the list is empty/],
      ["an array of nothing", '[""]', 1, /the list is empty/],
    ]),
  )("means all of them when it is %s", async (_form, content, warnings, reason) => {
    const run = await uploadFile(content);
    expect(run).toMatchObject({
      exitCode: 0,
      outputs: {
        "impacted-targets-count": "",
        "impacted-targets-all": "true",
        "impacted-targets-reason": expect.stringMatching(reason),
      },
    });
    expect(run.warnings).toHaveLength(warnings);
    expect(run.summary).toMatch(/Impacted targets \| \*\*ALL\*\*, because/);
    expect(bodyOf(server.requests[0])).toMatchObject({ ...envelope, impactedTargets: "ALL" });
  });

  it("may stand in the workflow", async () => {
    await upload({ "impacted-targets": "a\nb" });
    expect(bodyOf(server.requests[0])).toEqual({ ...envelope, impactedTargets: ["a", "b"] });
  });

  it("shows its first names and how many more there are", async () => {
    const run = await uploadFile(Array.from({ length: 12 }, (_, index) => `t${index}`).join("\n"));
    expect(run.summary).toContain(
      "| Impacted targets | 12: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9 and 2 more |",
    );
  });

  it.each(rowsBySize(["a\nALL", "a\n ALL", '["ALL"]', "all\nb"]))(
    "warns of a target that is named ALL: %j",
    async (list) => {
      expect((await uploadFile(list)).warnings).toEqual([expect.stringMatching(/named " ?ALL"/i)]);
    },
  );

  itInCi.each(
    rowsBySize([
      ["null", "null\n", /line 1 is `null`/],
      ["null among names", "a\nnull", /line 2 is `null`/],
      ["undefined", "undefined", /line 1 is `undefined`/],
      ["a text in quotes", '"a"', /line 1 is in quotes/],
      ["names in quotes", '"a"\n"b"\n', /line 1 is in quotes/],
      ["a list of YAML", "- a\n- b\n", /line 1 is an entry of a YAML list/],
      ["a list of YAML below a key", "targets:\n  - a\n  - b\n", /line 2 is an entry of a YAML list/],
      ["a document of YAML", "---\na\n", /line 1 begins a YAML document/],
      ["a page of a web server", "<!DOCTYPE html>\n<html>502</html>", /line 1 begins like HTML or XML/],
      ["objects, one per line", '{"label":"a"}\n{"label":"b"}\n', /it begins like a JSON object/],
      ["another object", '{"targets":["a"]}', /its JSON object has keys other/],
      ["an object that says more", '{"impactedTargets":["a"],"all":true}', /its JSON object has keys other/],
      [
        "an object without a list",
        '{"impactedTargets":null}',
        /`impactedTargets` in its JSON object is neither/,
      ],
      ["an object with a text", '{"impactedTargets":"a"}', /`impactedTargets` in its JSON object is neither/],
      ["an object with no names", '{"impactedTargets":["a",1]}', /element 2 of its JSON array/],
      ["lines that end with a carriage return", "a\rb\r", /line 1 contains a carriage return/],
      ["UTF-16 with a byte order mark", Buffer.from("\ufeffa\nb", "utf16le"), /UTF-8/],
      ["UTF-16", Buffer.from("core\nui\n", "utf16le"), /UTF-16/],
      ["UTF-16 of one name", Buffer.from("core", "utf16le"), /UTF-16/],
      ["UTF-16 of Windows", Buffer.from("core\r\nui\r\n", "utf16le"), /UTF-16/],
      ["UTF-16 in the other order", Buffer.from("core\nui\n", "utf16le").swap16(), /UTF-16/],
    ]),
  )("is refused by the name of its form where it is %s", async (_form, content, problem) => {
    const run = await uploadFile(content);
    expect(run).toMatchObject({ exitCode: 1, outputs: {} });
    expect(run.errors).toEqual([
      expect.stringMatching(/Input impacted-targets-file: is not a list of targets: /),
    ]);
    expect(run.errors[0]).toMatch(problem);
    expect(server.requests).toEqual([]);
  });
});

describe("the limit of 20 MiB", () => {
  const envelopeBytes = Buffer.byteLength(JSON.stringify({ ...envelope, impactedTargets: [""] }));
  const longest = 20_971_520 - envelopeBytes;

  itInAll("is kept to the byte", async () => {
    const run = await uploadFile("x".repeat(longest));
    expect(run.outputs).toMatchObject({ "impacted-targets-all": "false", "impacted-targets-count": "1" });
    expect(server.requests[0]?.body.byteLength).toBe(20_971_520);
  });

  itInCi("turns one byte more into ALL, with a warning, an output and a line in the summary", async () => {
    const run = await uploadFile("x".repeat(longest + 1));
    expect(run.outputs).toMatchObject({ "impacted-targets-all": "true", "impacted-targets-count": "" });
    expect(run.outputs["impacted-targets-reason"]).toMatch(/more than 20971520 bytes/);
    expect(run.warnings).toEqual([expect.stringMatching(/^ALL is uploaded, because the list is too long/)]);
    expect(run.summary).toMatch(/\*\*ALL\*\*, because the list is too long/);
    expect(bodyOf(server.requests[0])).toMatchObject({ ...envelope, impactedTargets: "ALL" });
  });

  it("may be lower at the service, which then gets ALL", async () => {
    const script = { setImpactedTargets: [answers(413, "too large"), OK] };
    const run = await upload({ "impacted-targets": "a\nb" }, {}, script);
    expect(run).toMatchObject({ exitCode: 0, outputs: { "impacted-targets-all": "true", attempts: "2" } });
    expect(run.warnings).toHaveLength(1);
    expect(bodyOf(server.requests[1])).toEqual({ ...envelope, impactedTargets: "ALL" });
  });
});

describe("a forked pull request", () => {
  it("shows its workflow run when it has no token, and no token beside it", async () => {
    const call = { event: forkedPullRequestEvent() };
    expect(await upload({ "impacted-targets": "a", "api-token": "" }, call)).toMatchObject({ exitCode: 0 });
    expect(server.requests[0]?.headers).toMatchObject({ "x-forked-workflow-run-id": "4242" });
    expect(server.requests[0]?.headers).not.toHaveProperty("x-api-token");
  });

  it("shows its token when it has one, and no workflow run beside it", async () => {
    await upload({ "impacted-targets": "a" }, { event: forkedPullRequestEvent() });
    expect(server.requests[0]?.headers).toHaveProperty("x-api-token");
    expect(server.requests[0]?.headers).not.toHaveProperty("x-forked-workflow-run-id");
  });
});
