/** Tests find the programs of the machine, not the programs bundled with the service. */
import { resolve } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { commitId, testRunId } from "../../../../src/domain/ids.js";
import { testEnvironment } from "../../../../src/service/plain-git/test-environment.js";

const PATH = process.env["PATH"];
afterEach(() => {
  process.env["PATH"] = PATH;
});

function pathOfTests(path: string): string | undefined {
  process.env["PATH"] = path;
  const order = {
    run: testRunId("00000000-0000-8000-8000-000000000001"),
    commit: commitId("a".repeat(40)),
    testBranch: "mq-merge/x",
    targetBranch: "main",
    testedPullRequests: [],
    requiredStatuses: [],
  };
  const slot = { folder: "/slot", tree: "/slot/tree", home: "/slot/home", temporary: "/slot/tmp" };
  return testEnvironment(order, slot)["PATH"];
}

describe("the PATH of tests", () => {
  const own = resolve("node_modules/.bin");

  it("leaves out what npm puts before it for the service", () => {
    const npm = "/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin";
    expect(pathOfTests(`${own}:${npm}:${own}/:/opt/node_modules/.bin:/usr/bin`)).toBe(
      "/opt/node_modules/.bin:/usr/bin",
    );
  });

  it("is an ordinary one when nothing else is left", () => {
    expect(pathOfTests(own)).toBe("/usr/local/bin:/usr/bin:/bin");
  });
});
