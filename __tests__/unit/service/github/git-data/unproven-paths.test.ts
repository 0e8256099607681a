/** Walking four trees side by side finds what comparing every path finds, and never takes a part for the whole. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { type TreeId, treeId } from "../../../../../src/domain/ids.js";
import { TreeObjects } from "../../../../../src/service/github/git-data/tree-objects.js";
import { unprovenPaths } from "../../../../../src/service/github/git-data/unproven-paths.js";
import { type Chance, seededChance } from "../../../../support/seeded-chance.js";

type Files = ReadonlyMap<string, string>;
type Entry = { readonly path: string; readonly mode: string; readonly type: string; readonly sha: string };

/** Trees as GitHub gives them, and how often each was asked for. */
class Store {
  readonly #trees = new Map<string, readonly Entry[]>();
  readonly asked: string[] = [];
  most = 100_000;

  add(files: Files): TreeId {
    const entries: Entry[] = [];
    const below = Map.groupBy(files, ([path]) => path.split("/", 1)[0] ?? "");
    for (const [name, inside] of below) {
      const whole = inside.find(([path]) => path === name);
      if (whole !== undefined) {
        entries.push({ path: name, mode: "100644", type: "blob", sha: hash(whole[1]) });
        continue;
      }
      const rest = inside.map(([path, content]) => [path.slice(name.length + 1), content] as const);
      entries.push({ path: name, mode: "040000", type: "tree", sha: this.add(new Map(rest)) });
    }
    const sha = hash(JSON.stringify(entries.sort((one, other) => (one.path < other.path ? -1 : 1))));
    this.#trees.set(sha, entries);
    return treeId(sha);
  }

  objects(): TreeObjects {
    const unused = async () => Promise.reject(new Error("nothing else is asked"));
    return new TreeObjects({
      repository: { host: "github.com", owner: "acme", name: "shop" },
      calls: {
        read: async (_repository, route, parameters) => {
          const sha = String(parameters?.["sha"]);
          expect([route, parameters]).toEqual(["/git/trees/{sha}", { sha }]);
          this.asked.push(sha);
          const entries = this.#trees.get(sha) ?? [];
          return Promise.resolve({
            tree: entries.slice(0, this.most),
            truncated: entries.length > this.most,
          });
        },
        ...{ list: unused, send: unused, query: unused, close: unused },
      },
    });
  }
}

function hash(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

const PLACES = ["a", "b", "c/a", "c/b", "c/d/a", "c/d/b", "e/f/g/h", "e/f/i", "j/k"];

/** Names that are files here may be folders there. */
function drawn(chance: Chance, from: Files): Files {
  const files = new Map(from);
  for (let changes = chance.whole(0, 3); changes > 0; changes -= 1) {
    const place = PLACES[chance.whole(0, PLACES.length - 1)] ?? "a";
    const path = chance.next() < 0.2 ? `${place}/inside` : place;
    for (const other of files.keys()) {
      if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) files.delete(other);
    }
    if (chance.next() < 0.3) files.delete(path);
    else files.set(path, String(chance.whole(0, 2)));
  }
  return files;
}

function byEveryPath(testedOn: Files, tested: Files, onto: Files, landing: Files): readonly string[] {
  const all = new Set([testedOn, tested, onto, landing].flatMap((files) => [...files.keys()]));
  return [...all].filter((path) => {
    const [before, after, below, above] = [testedOn, tested, onto, landing].map((files) => files.get(path));
    const [isTouched, isLanding] = [before !== after, below !== above];
    return (isTouched || isLanding) && (!isTouched || after !== above);
  });
}

describe("walking four trees", () => {
  it("finds the very paths that comparing all of them finds, over a thousand draws", async () => {
    let proven = 0;
    for (let seed = 1; seed <= 1000; seed += 1) {
      const chance = seededChance(seed);
      const testedOn = drawn(chance, new Map(PLACES.map((path) => [path, "0"])));
      const tested = drawn(chance, testedOn);
      const onto = drawn(chance, testedOn);
      // What the change would be there, and at times something else.
      const landing = new Map(onto);
      for (const path of PLACES) {
        const content = tested.get(path);
        if (content === testedOn.get(path)) continue;
        if (content === undefined) landing.delete(path);
        else landing.set(path, content);
      }
      const ended = chance.next() < 0.5 ? landing : drawn(chance, onto);
      const four = { testedOn, tested, onto, landing: withoutClashes(ended) };
      const store = new Store();
      const ids = Object.fromEntries(Object.entries(four).map(([name, files]) => [name, store.add(files)]));
      const found = await unprovenPaths(store.objects(), {
        testedOn: ids["testedOn"] ?? null,
        tested: ids["tested"] ?? null,
        onto: ids["onto"] ?? null,
        landing: ids["landing"] ?? null,
      });
      const expected = byEveryPath(four.testedOn, four.tested, four.onto, four.landing);
      expect({ seed, found: [...found].sort() }).toEqual({ seed, found: [...expected].sort() });
      if (expected.length === 0) proven += 1;
    }
    expect(proven).toBeGreaterThan(100);
  });

  it("reads nothing where the tested commit itself lands", async () => {
    const store = new Store();
    const [before, after] = [store.add(new Map([["a", "0"]])), store.add(new Map([["a", "1"]]))];
    const same = { testedOn: before, tested: after, onto: before, landing: after };
    expect(await unprovenPaths(store.objects(), same)).toEqual([]);
    expect(store.asked).toEqual([]);
  });

  it("names a folder that GitHub shows a part of, and one too many to look into", async () => {
    const many = (content: string, more: string) =>
      new Map([
        ...Array.from({ length: 600 }, (_, index) => [`deep/${index}/file`, content] as const),
        ["beside", more] as const,
      ]);
    const store = new Store();
    const four = {
      testedOn: store.add(many("0", "0")),
      tested: store.add(many("1", "0")),
      onto: store.add(many("0", "1")),
      landing: store.add(many("1", "1")),
    };
    expect(await unprovenPaths(store.objects(), four)).toEqual([]);
    const onto = store.add(new Map([...many("0", "1")].map(([path]) => [path, "2"])));
    const apart = await unprovenPaths(store.objects(), { ...four, onto, landing: onto });
    expect(apart.length).toBeGreaterThan(0);
    store.most = 599;
    expect(await unprovenPaths(store.objects(), { ...four, onto, landing: onto })).toEqual(["deep"]);
  });
});

/** A file and a folder of one name are no tree. */
function withoutClashes(files: Files): Files {
  return new Map(
    [...files].filter(([path]) => ![...files.keys()].some((other) => path.startsWith(`${other}/`))),
  );
}
