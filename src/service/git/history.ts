/** Questions about commits whose answers never change, and are therefore asked once. */
import type { CommitId } from "../../domain/ids.js";
import type { CommitFacts } from "../ports/git.js";
import type { Clone } from "./clone.js";
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
    const record = (await obtainCommits(this.#clone, [commit])).get(commit);
    if (record === undefined) return null;
    const [subject = ""] = record.message.trimStart().split("\n", 1);
    const facts = {
      subject: subject.slice(0, MAX_SUBJECT_CHARACTERS).trimEnd(),
      authorName: record.author.name.slice(0, MAX_SUBJECT_CHARACTERS),
    };
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
