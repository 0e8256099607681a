/** How what lands is worded on the counterpart of GitHub: by the repository's settings, as when the test began. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import type { QueueSettings } from "../../../../../src/domain/queue-settings.js";
import { liveEntry } from "../../../../../src/engine/model/lookup.js";
import type { PullAnswer } from "../../../../../src/service/github/api/answers.js";
import { CommitWordings } from "../../../../../src/service/github/forge/commit-wording.js";
import { ACME_SHOP } from "../../../../support/github-forge-world.js";
import { GitHubLandingWorld } from "../../../../support/github-landing-world.js";
import { itInCi } from "../../../../support/sized-tests.js";

const SHOP = { host: "github.example.com", owner: "acme", name: "shop" };

describe("on GitHub", () => {
  let world: GitHubLandingWorld;
  afterEach(async () => world[Symbol.asyncDispose]());

  async function onMain(format: string): Promise<string> {
    return world.github.world.git.repository.git("show", "-s", `--format=${format}`, "main");
  }

  itInCi(
    "a squash commit has the title and description of the start of its test, and its author",
    async () => {
      world = await GitHubLandingWorld.open();
      const settings = { squash_merge_commit_title: "PR_TITLE", squash_merge_commit_message: "PR_BODY" };
      Object.assign(world.github.world.settings, settings);
      const { number } = await world.github.openPullRequest({ title: "Greet", body: "Why.\n\nFixes #12" });
      await world.submit(number);
      await world.tested(number);
      const path = `/pulls/${number}`;
      await world.github.act("ada", "PATCH", path, { title: "Changed", body: "Another [skip ci]" });
      const facts = async () => liveEntry(await world.queue(), pullRequestNumber(number))?.facts;
      await world.until(async () => (await facts())?.title === "Changed");
      await world.pass(number);
      expect((await world.ended(number)).ended).toBe("merged");
      const id = world.github.world.userId("ada");
      expect(await onMain("%an <%ae>")).toBe(`ada <${id}+ada@users.noreply.${ACME_SHOP.host}>`);
      expect(await onMain("%B")).toMatch(
        new RegExp(`^Greet \\(#${number}\\)\\n\\nWhy\\.\\n\\nFixes #12\\n\\nCo-authored-by: [^\\n]+\\n*$`),
      );
      const read = world.github.calls.filter(({ route }) => route === "GET /repos/{owner}/{repo}");
      expect(read).toHaveLength(1);
    },
  );

  itInCi("a merge commit follows the settings for merge commits", async () => {
    world = await GitHubLandingWorld.open({ mergeMethod: "merge_commit" });
    const settings = { merge_commit_title: "PR_TITLE", merge_commit_message: "BLANK" };
    Object.assign(world.github.world.settings, settings);
    const { number } = await world.github.openPullRequest({ title: "Greet" });
    await world.submit(number);
    await world.pass(number);
    await world.ended(number);
    expect((await onMain("%B")).trim()).toBe(`Greet (#${number})`);
  });
});

describe("the wording", () => {
  const pull: PullAnswer = {
    ...{ number: 7, title: "Greet", body: "Fixes #1", state: "open", user: { login: "ada", id: 7 } },
    ...{ head: { sha: "1".repeat(40), ref: "greet" }, base: { ref: "main" } },
  };

  async function wordingOf(
    repository: unknown,
    settings: Partial<Pick<QueueSettings, "mergeMethod" | "messageTemplate">> = {},
    more: Partial<PullAnswer> = {},
  ) {
    const wordings = new CommitWordings({
      read: async () => Promise.resolve(repository),
      list: async () => Promise.resolve([]),
      send: async () => Promise.reject(new Error("nothing is written")),
    });
    return wordings.of(SHOP, { ...pull, ...more }, { mergeMethod: "squash", ...settings });
  }

  it("is the service's own where GitHub does not show the settings, or knows others", async () => {
    const author = { name: "ada", email: "7+ada@users.noreply.github.example.com" };
    const own = { title: "PR_TITLE", body: "HEAD_MESSAGE", closes: ["Fixes #1"], login: "ada", author };
    expect(await wordingOf({})).toEqual(own);
    expect(await wordingOf(null)).toEqual(own);
    expect(
      await wordingOf({ squash_merge_commit_title: "LATER", squash_merge_commit_message: 7 }).catch(
        () => null,
      ),
    ).toBeNull();
    expect(await wordingOf({ squash_merge_commit_title: "LATER" })).toEqual(own);
  });

  it("holds the description only where it is used, and no more than 16,384 characters of it", async () => {
    const body = "x".repeat(70_000);
    const long = await wordingOf({ squash_merge_commit_message: "PR_BODY" }, {}, { body });
    expect(long?.description).toMatch(/^x{16384}\n\n\(The description continues in the pull request\.\)$/);
    const templated = await wordingOf({}, { messageTemplate: "{{description}}" });
    expect(templated).toMatchObject({ template: "{{description}}", description: "Fixes #1" });
    const unused = await wordingOf(
      { squash_merge_commit_message: "PR_BODY" },
      { messageTemplate: "{{title}}" },
    );
    expect(unused).not.toHaveProperty("description");
  });

  it("names no author for an account that is gone", async () => {
    const gone = await wordingOf({}, {}, { user: null });
    expect(gone).not.toHaveProperty("author");
    expect(gone).not.toHaveProperty("login");
  });

  it("of a merge commit closes nothing, because its pull request shows as merged", async () => {
    expect(await wordingOf({}, { mergeMethod: "merge_commit" })).toEqual({
      title: "MERGE_MESSAGE",
      body: "PR_TITLE",
      login: "ada",
    });
  });

  it("is none for a rebase", async () => {
    expect(await wordingOf({}, { mergeMethod: "rebase" })).toBeUndefined();
  });
});
