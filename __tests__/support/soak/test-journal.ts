/**
 * The tests of a life under kills: quick, strict, and written down. A tree fails when it has something `bad`, or two
 * rivals in one slot, which no single pull request shows. The journal says which commit was tested, and of which files
 * the tree really consisted.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

export interface TestedTree {
  readonly run: string;
  readonly commit: string;
  readonly passed: boolean;
  /** `treeDigest` of what was checked out. */
  readonly digest: string;
}

export interface BegunRun {
  readonly run: string;
  readonly processGroup: number;
}

/** One that has lost the service on the way would go on for a long time. */
const SLOW_TEST = [
  "before=$(ps -o ppid= -p $PPID)",
  "sleep 0.3",
  `if test "$(ps -o ppid= -p $PPID)" != "$before"; then sleep 600; fi`,
].join("; ");

/** The parent of the command leads its process group. Some tests last longer, so that there are some to be killed. */
export function journalingTestCommand(journal: string): string {
  return [
    `echo "begun $MERGE_QUEUE_TEST_RUN_ID $MERGE_QUEUE_COMMIT $PPID" >>'${journal}'`,
    `find . -type f | LC_ALL=C sort >"$TMPDIR/names"`,
    `git hash-object --no-filters --stdin-paths <"$TMPDIR/names" >"$TMPDIR/ids" || exit 3`,
    `digest=$(paste -d' ' "$TMPDIR/ids" "$TMPDIR/names" | git hash-object --stdin)`,
    `case $MERGE_QUEUE_COMMIT in [0-3]*) ${SLOW_TEST} ;; [4-9]*) sleep 0.1 ;; esac`,
    "verdict=passed",
    "if test -e bad; then verdict=failed; fi",
    `for slot in slots/*/; do set -- "$slot"*; if test $# -gt 1; then verdict=failed; fi; done`,
    `echo "$verdict $MERGE_QUEUE_TEST_RUN_ID $MERGE_QUEUE_COMMIT $digest" >>'${journal}'`,
    "test $verdict = passed",
  ].join("\n");
}

/** The same of a tree as git has it: each blob's id with its path. */
export function treeDigest(blobs: ReadonlyMap<string, string>): string {
  const lines = [...blobs].map(([path, id]) => ({ path: `./${path}`, id }));
  lines.sort((a, b) => (a.path < b.path ? -1 : 1));
  const text = lines.map(({ path, id }) => `${id} ${path}\n`).join("");
  return createHash("sha1").update(`blob ${text.length}\0${text}`).digest("hex");
}

/** What the command checks, once more and otherwise. */
export function isSound(paths: Iterable<string>): boolean {
  const slots = new Set<string>();
  for (const path of paths) {
    const [folder, slot = ""] = path.split("/");
    if (folder === "bad") return false;
    if (folder !== "slots") continue;
    if (slots.has(slot)) return false;
    slots.add(slot);
  }
  return true;
}

export class TestJournal {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async tested(): Promise<readonly TestedTree[]> {
    return (await this.#lines()).flatMap(([verdict = "", run = "", commit = "", digest = ""]) =>
      verdict === "passed" || verdict === "failed"
        ? [{ run, commit, digest, passed: verdict === "passed" }]
        : [],
    );
  }

  async begun(): Promise<readonly BegunRun[]> {
    return (await this.#lines()).flatMap(([word, run = "", , group]) =>
      word === "begun" ? [{ run, processGroup: Number(group) }] : [],
    );
  }

  async #lines(): Promise<readonly (readonly string[])[]> {
    const text = await readFile(this.path, "utf8").catch(() => "");
    // The last one may be half written.
    return text
      .split("\n")
      .slice(0, -1)
      .map((line) => line.split(" "));
  }
}
