/** What the operation is about: inputs first, then the event, and the event only for what it tells of. */
import { describe, expect, it } from "@jest/globals";
import { InputReader } from "../../../src/action/input-reader.js";
import { Subject } from "../../../src/action/subject.js";
import type { WorkflowRun } from "../../../src/action/workflow-run.js";
import { commitId, pullRequestNumber } from "../../../src/domain/ids.js";
import { HEAD_SHA } from "../../support/action-samples.js";

const RUN: WorkflowRun = {
  repository: "acme/shop",
  serverUrl: "https://git.example.com:8443",
  runId: "1",
  actors: ["mona"],
  pullRequest: {
    kind: "known",
    number: pullRequestNumber(412),
    headSha: commitId(HEAD_SHA),
    baseBranch: "release",
    isFork: false,
  },
  eventHead: { sha: HEAD_SHA, expression: "github.event.pull_request.head.sha" },
  mayHaveOldMerge: false,
  defaultBranch: "trunk",
  currentBranch: "trunk",
  forgeApiUrl: "",
  eventName: "pull_request",
  sha: "",
  workspace: "",
  mergeGroup: null,
};

function subject(inputs: Readonly<Record<string, string>> = {}, run: Partial<WorkflowRun> = {}): Subject {
  const texts = { input: (name: string) => inputs[name] ?? "", environment: () => "" };
  return new Subject(new InputReader(texts), { ...RUN, ...run });
}

const repo = { host: "git.example.com:8443", owner: "acme", name: "shop" };

describe("the pull request", () => {
  it("is the event's, on its base", () => {
    expect(subject().pullRequest()).toEqual({ repo, targetBranch: "release", pr: { number: 412 } });
  });

  it("keeps the event's base when its own number is given", () => {
    expect(subject({ "pr-number": "412" }).queue().targetBranch).toBe("release");
  });

  it("has the default branch when another number is given", () => {
    expect(subject({ "pr-number": "7" }).pullRequest()).toEqual({
      repo,
      targetBranch: "trunk",
      pr: { number: 7 },
    });
  });

  it("is not taken from the event of another repository", () => {
    expect(() => subject({ repository: "acme/other", "target-branch": "main" }).pullRequest()).toThrow(
      /^Input pr-number: .*another repository/,
    );
  });

  it("is taken from the event when the repository is spelled differently", () => {
    expect(subject({ repository: "Acme/SHOP" }).pullRequest().pr).toEqual({ number: 412 });
  });
});

describe("the head commit", () => {
  it("is the event's", () => {
    expect(subject().headSha()).toBe(HEAD_SHA);
  });

  it("is the given one, in lower case", () => {
    expect(subject({ "pr-sha": "AB12".repeat(10) }).headSha()).toBe("ab12".repeat(10));
  });

  it("of another pull request has to be given", () => {
    expect(() => subject({ "pr-number": "7" }).headSha()).toThrow(/^Input pr-sha: is missing/);
  });
});

describe("the target branch", () => {
  it("may be given as a ref", () => {
    expect(subject({ "target-branch": "refs/heads/a/b" }).queue().targetBranch).toBe("a/b");
  });

  it("is not the default branch where the event names a pull request without its base", () => {
    const pullRequest = {
      kind: "known",
      number: pullRequestNumber(412),
      headSha: null,
      baseBranch: null,
      isFork: false,
    } as const;
    expect(subject({}, { pullRequest }).lacksBase()).toBe(412);
    expect(() => subject({}, { pullRequest }).queue()).toThrow(/^Input target-branch: is missing/);
    expect(subject({ "target-branch": "main" }, { pullRequest }).lacksBase()).toBeNull();
    expect(subject({ "pr-number": "7" }, { pullRequest }).queue().targetBranch).toBe("trunk");
  });

  it("of another repository has to be given", () => {
    expect(() => subject({ repository: "acme/other" }).queue()).toThrow(/^Input target-branch: is missing/);
  });
});

describe("the host", () => {
  it("may be given", () => {
    expect(subject({ "repo-host": "github.com" }).queue().repo.host).toBe("github.com");
  });

  it("is asked for where no server is known", () => {
    expect(() => subject({}, { serverUrl: "" }).queue()).toThrow(/^Input repo-host: is missing/);
  });
});

describe("the test run", () => {
  const id = "7f0a0a52-3f0b-4f4b-9a61-0d4f0f6f3c11";

  it.each([`mq-merge/pr-1/${id}`, `x/${id.toUpperCase()}`, `${id}-bisection`])(
    "is the end of the branch %s",
    (branch) => {
      expect(subject({}, { currentBranch: branch }).testRunId()).toBe(branch.split("/").at(-1));
    },
  );

  it.each(["main", `${id}/main`, `mq-merge/pr-1/x${id}`, `${id}-other`])(
    "is not read from the branch %s",
    (branch) => {
      expect(() => subject({}, { currentBranch: branch }).testRunId()).toThrow(
        /^Input test-run-id: is missing/,
      );
    },
  );

  it("is asked for on a tag", () => {
    expect(() => subject({}, { currentBranch: null }).testRunId()).toThrow(/no current branch/);
  });
});
