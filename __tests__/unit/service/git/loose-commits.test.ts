/** Loose commits are read as git reads them; where git prints another text, they are left to git. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CommitId, commitId } from "../../../../src/domain/ids.js";
import { Clone } from "../../../../src/service/git/clone.js";
import { createGitRunner, DEFAULT_DEADLINES } from "../../../../src/service/git/create-git-runner.js";
import { readCommits, readLooseCommits } from "../../../../src/service/git/read-commits.js";
import { GitRepository } from "../../../support/git-repository.js";

const AUTHOR = "author Ada Lovelace <ada@example.com> 1700000000 +0100";
const COMMITTER = "committer Bob <bob@example.com> 1700000001 +0000";
const SIGNATURE = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----";

type Lines = readonly string[];
const by = (author: string): Lines => [author, COMMITTER, "", "Change\n"];
const saying = (message: string): Lines => [AUTHOR, COMMITTER, "", message];

/** What follows the tree, with `P` for a parent. */
const PLAIN: Readonly<Record<string, Lines>> = {
  "a change": saying("Change\n"),
  "two parents": ["parent P", "parent P", ...saying("Merge\n")],
  "no line break at its end": saying("Change"),
  "no message": saying(""),
  "empty lines around its message": saying("\n\n  Change\n\nBody\n\n\n"),
  "carriage returns": saying("Change\r\n\r\nBody\r\n"),
  "a signature": [AUTHOR, COMMITTER, SIGNATURE, "", "Signed\n"],
  "a header of the future": [AUTHOR, COMMITTER, "moon full", "", "Change\n"],
  "names beyond ASCII": by("author Zoë 👩‍💻 Ünï <zoë@example.com> 1700000000 -0730"),
  "an empty address": by("author Ada <> 1700000000 +0000"),
  "the first second": by("author Ada <a@x> 0 +0000"),
  "a name with quotes and commas": by('author "Ada, A." (her) <a@x> 1700000000 +1400'),
};
const LEFT_TO_GIT: Readonly<Record<string, Lines>> = {
  "another encoding": [AUTHOR, COMMITTER, "encoding ISO-8859-1", "", "Change\n"],
  "no name": by("author  <a@x> 1700000000 +0000"),
  "spaces around the name": by("author   Ada   <a@x> 1700000000 +0000"),
  "brackets in the name": by("author Ada > <a@x> 1700000000 +0000"),
  "no time": by("author Ada <a@x>"),
  "a time before 1970": by("author Ada <a@x> -1 +0000"),
  "a time beyond all clocks": by("author Ada <a@x> 99999999999999999999 +0000"),
  "a zone that git writes anew": by("author Ada <a@x> 1700000000 -0000"),
  "no author": [COMMITTER, "", "Change\n"],
  "a message that is too long": saying("m".repeat(2_000_000)),
  "a message that is too long to be read": saying(randomBytes(2_000_000).toString("base64")),
};

describe.each(["sha1", "sha256"] as const)("in a repository of %s", (format) => {
  let folder: string;
  let repository: GitRepository;
  let clone: Clone;
  let head: CommitId;
  const ids = new Map<string, CommitId>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "merge-queue-loose-"));
    repository = await GitRepository.create(format);
    head = await repository.commit({ files: { a: "1\n" }, refs: ["refs/heads/main"] });
    const tree = await repository.tree(head);
    for (const [name, lines] of [...Object.entries(PLAIN), ...Object.entries(LEFT_TO_GIT)]) {
      const text = [`tree ${tree}`, ...lines].join("\n").replaceAll("parent P", `parent ${head}`);
      ids.set(name, await repository.writeCommit(text));
    }
    clone = new Clone({
      label: "acme/shop",
      folder: repository.folder,
      address: repository.folder,
      credentials: () => Promise.resolve({}),
      runGit: createGitRunner({}, DEFAULT_DEADLINES),
    });
  });
  afterAll(async () => {
    await repository.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const idOf = (name: string): CommitId => ids.get(name) ?? head;

  it.each(Object.keys(LEFT_TO_GIT))("leaves to git one with %s", async (name) => {
    expect(await readLooseCommits(repository.folder, [idOf(name)])).toEqual(new Map());
  });

  it("leaves to git what is no commit, is not there, or is broken", async () => {
    const tree = commitId(await repository.tree(head));
    const absent = commitId("f".repeat(head.length));
    const broken = await repository.commit({ files: { b: "broken\n" } });
    await rm(join(repository.folder, "objects", broken.slice(0, 2), broken.slice(2)));
    await writeFile(join(repository.folder, "objects", broken.slice(0, 2), broken.slice(2)), "");
    expect(await readLooseCommits(repository.folder, [tree, absent, broken])).toEqual(new Map());
    await rm(join(repository.folder, "objects", broken.slice(0, 2), broken.slice(2)));
  });

  it("reads each plain one as git does", async () => {
    const plain = Object.keys(PLAIN).map(idOf);
    const loose = await readLooseCommits(repository.folder, plain);
    const refs = [...ids.values()].map((id, index) => repository.setRef(`refs/kept/${index}`, id));
    await Promise.all(refs);
    await repository.git("repack", "-adq");
    expect(await readLooseCommits(repository.folder, plain)).toEqual(new Map());
    const { records, defects } = await readCommits(clone, plain);
    expect(defects).toEqual(new Map());
    expect([...loose].sort()).toEqual([...records].sort());
    expect(loose.size).toBe(new Set(plain).size);
  });
});
