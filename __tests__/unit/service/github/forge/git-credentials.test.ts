/** Who gets to see the token that git shows. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { commitId } from "../../../../../src/domain/ids.js";
import { createGit } from "../../../../../src/service/git/git-adapter.js";
import { gitCredentials } from "../../../../../src/service/github/api/git-credentials.js";
import { AccessRefused, ForgeError, GitError } from "../../../../../src/service/ports/world-error.js";
import { GitOverHttp } from "../../../../support/git-over-http.js";
import { GitRepository } from "../../../../support/git-repository.js";

const SHOP = { host: "github.com", owner: "acme", name: "shop" };

let cloneFolder: string;
let repository: GitRepository;
let served: GitOverHttp;

beforeEach(async () => {
  cloneFolder = await mkdtemp(join(tmpdir(), "credentials-"));
  repository = await GitRepository.create();
  await repository.commit({ refs: ["refs/heads/main"] });
  served = await GitOverHttp.serve(repository.folder, null);
});
afterEach(async () => {
  await served.close();
  await repository.remove();
  await rm(cloneFolder, { recursive: true, force: true });
});

function gitAt(address: string, token: () => Promise<string>) {
  const credentials = gitCredentials({ token });
  return createGit({ cloneFolder, resolve: () => address, access: { credentials } });
}

function basic(token: string): string {
  return `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
}

describe("a token for git", () => {
  it("is asked for anew at each call", async () => {
    let tokens = 0;
    const git = gitAt(`${served.url}/acme/shop.git`, async () => {
      tokens += 1;
      return Promise.resolve(`ghs_${tokens}`);
    });
    for (let times = 0; times < 2; times += 1) await git.readRefs(SHOP, ["refs/heads/main"]);
    expect([...new Set(served.authorizations)]).toEqual([basic("ghs_1"), basic("ghs_2")]);
  });

  it("does not follow a redirect", async () => {
    const from = await GitOverHttp.redirectingTo(served.url);
    const git = gitAt(`${from.url}/acme/shop.git`, async () => Promise.resolve("ghs_1"));
    await expect(git.readRefs(SHOP, ["refs/heads/main"])).rejects.toThrow(GitError);
    expect(from.authorizations).toEqual([basic("ghs_1")]);
    expect(served.authorizations).toEqual([]);
    await from.close();
  });

  it.each([
    "ssh://git@github.com/acme/shop.git",
    "git@github.com:acme/shop.git",
    "/srv/shop.git",
    "https://u:p@h/x",
  ])("is not for %s", async (address) => {
    const credentials = gitCredentials({ token: async () => Promise.reject(new Error("nobody asks")) });
    expect(await credentials(SHOP, address)).toEqual({});
  });

  it.each([
    "http://github.com/acme/shop.git",
    "https://mirror.example/acme/shop.git",
    "https://github.com:8443/acme/shop.git",
    "https://github.com.example/acme/shop.git",
    "http://127.0.0.1.example/acme/shop.git",
    "http://10.0.0.1/acme/shop.git",
  ])("is withheld from %s, which is said", async (address) => {
    const withheld: unknown[] = [];
    const credentials = gitCredentials(
      { token: async () => Promise.reject(new Error("nobody asks")) },
      (...from) => withheld.push(from),
    );
    expect(await credentials(SHOP, address)).toEqual({});
    expect(withheld).toEqual([[SHOP, new URL(address).origin]]);
  });

  it.each(["https://GitHub.com/acme/shop.git", "http://127.0.0.1:8080/shop.git", "http://[::1]/shop.git"])(
    "is shown to %s",
    async (address) => {
      const credentials = gitCredentials({ token: async () => Promise.resolve("ghs_1") });
      expect(Object.values(await credentials(SHOP, address))).toContain(`Authorization: ${basic("ghs_1")}`);
    },
  );

  describe("that the repository turns down", () => {
    let turnedDown: string[];
    let tokens: string[];
    let closed: GitOverHttp;

    beforeEach(async () => {
      [turnedDown, tokens] = [[], []];
      closed = await GitOverHttp.serve(repository.folder, "ghs_known");
    });
    afterEach(() => closed.close());

    function git(answer: (token: string) => boolean) {
      const credentials = gitCredentials({
        token: async () => Promise.resolve(tokens.shift() ?? "ghs_none"),
        turnedDown: async (_repository, token) => {
          turnedDown.push(token);
          return Promise.resolve(answer(token));
        },
      });
      const address = `${closed.url}/acme/shop.git`;
      return createGit({ cloneFolder, resolve: () => address, access: { credentials } });
    }

    it("gives way to another one, once", async () => {
      tokens = ["ghs_new", "ghs_known"];
      const asked = git(() => true);
      expect((await asked.readRefs(SHOP, ["refs/heads/main"])).size).toBe(1);
      expect(turnedDown).toEqual(["ghs_new"]);
      tokens = ["ghs_1", "ghs_2", "ghs_3"];
      await expect(asked.readRefs(SHOP, ["refs/heads/main"])).rejects.toMatchObject({ retryable: false });
      expect([turnedDown, tokens]).toEqual([["ghs_new", "ghs_1"], ["ghs_3"]]);
    });

    it("is shown no second time where there is no other", async () => {
      tokens = ["ghs_1", "ghs_known"];
      await expect(git(() => false).readRefs(SHOP, ["refs/heads/main"])).rejects.toThrow(GitError);
      expect([turnedDown, tokens]).toEqual([["ghs_1"], ["ghs_known"]]);
    });

    it.each([
      ["You have exceeded a secondary rate limit.", true, []],
      ["Write access to repository not granted.", false, ["ghs_1"]],
    ])("is none where a 403 is a limit: %s", async (words, isLimit, expected) => {
      await closed.close();
      closed = await GitOverHttp.refusing(403, words);
      tokens = ["ghs_1"];
      const read = git(() => false).readRefs(SHOP, ["refs/heads/main"]);
      const error: unknown = await read.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ retryable: isLimit, waitMs: isLimit ? 60_000 : 0 });
      expect(error instanceof AccessRefused).toBe(!isLimit);
      expect(turnedDown).toEqual(expected);
    });

    it("is asked about no more where something else is wrong", async () => {
      tokens = Array.from({ length: 9 }, () => "ghs_known");
      const commit = commitId("1".repeat(40));
      expect(await git(() => true).readCommit(SHOP, commit)).toBeNull();
      expect(turnedDown).toEqual([]);
    });
  });

  it("that cannot be had is git's failure, as retryable as that", async () => {
    const git = gitAt(`${served.url}/acme/shop.git`, async () =>
      Promise.reject(new ForgeError("GitHub is away", true)),
    );
    await expect(git.readRefs(SHOP, ["refs/heads/main"])).rejects.toMatchObject({
      name: "GitError",
      retryable: true,
      message: "GitHub is away",
    });
  });
});
