/** Questions about commits whose answers never change, and are therefore asked once. */
import type { CommitId } from "../../domain/ids.js";
import type { CommitFacts } from "../ports/git.js";
import type { Clone } from "./clone.js";
import type { CommitRecord } from "./commit.js";
import { Memo } from "./memo.js";
import { isAncestorIn, obtainCommits } from "./read-commits.js";

const MAX_REMEMBERED = 10_000;
const MAX_SUBJECT_CHARACTERS = 1_000;

export class History {
  readonly #clone: Clone;
  readonly #facts = new Memo<CommitFacts>(MAX_REMEMBERED);
  readonly #ancestry = new Memo<boolean>(MAX_REMEMBERED);

  constructor(clone: Clone) {
    this.#clone = clone;
  }

  async readCommit(commit: CommitId): Promise<CommitFacts | null> {
    const known = this.#facts.get(commit);
    if (known !== undefined) return known;
    const { records, defects } = await obtainCommits(this.#clone, [commit]);
    const record = records.get(commit);
    // What is wrong with a commit is for the build to report: the pull request is there all the same.
    if (record === undefined) return defects.has(commit) ? this.#beginningOf(commit) : null;
    const facts = factsOf(record);
    this.#facts.set(commit, facts);
    return facts;
  }

  /** As much as is shown of a commit that is too large to be read whole; nothing where git cannot parse it. */
  async #beginningOf(commit: CommitId): Promise<CommitFacts> {
    const shown = `<(${MAX_SUBJECT_CHARACTERS},trunc)`;
    const format = `--format=%${shown}%an%x00%${shown}%s`;
    const words = ["log", "--no-walk", "--ignore-missing", format, commit];
    const { stdout } = await this.#clone.run(words, { answers: [0, 128] });
    const [authorName = "", subject = ""] = stdout.split("\0");
    const facts = { subject: subject.trim(), authorName: authorName.trim() };
    this.#facts.set(commit, facts);
    return facts;
  }

  /** False also when the repository does not have the descendant; that answer may change. */
  async isAncestor(ancestor: CommitId, descendant: CommitId): Promise<boolean> {
    const key = `${ancestor} ${descendant}`;
    const answer = this.#ancestry.get(key) ?? (await isAncestorIn(this.#clone, ancestor, descendant));
    if (answer !== null) this.#ancestry.set(key, answer);
    return answer ?? false;
  }
}

function factsOf({ message, author }: CommitRecord): CommitFacts {
  const [subject = ""] = message.trimStart().split("\n", 1);
  return {
    subject: subject.slice(0, MAX_SUBJECT_CHARACTERS).trimEnd(),
    authorName: author.name.slice(0, MAX_SUBJECT_CHARACTERS),
  };
}
