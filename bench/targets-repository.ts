/** A repository of very many packages on real git, with a change at the bottom of its graph. */
import { GitRepository } from "../__tests__/support/git-repository.js";

export interface ManyPackages {
  /** Bare; clone it for a tool that needs a checkout. */
  readonly repository: GitRepository;
  readonly base: string;
  /** `base` with an edit of a package that nearly all depend on. */
  readonly head: string;
}

/** Each package has ten files beside its manifest, and uses one or two that come before it. `others`: more files of both commits. */
export async function manyPackages(
  count: number,
  others: Readonly<Record<string, string>> = {},
): Promise<ManyPackages> {
  const repository = await GitRepository.create();
  const files: Record<string, string> = {
    "package.json": json({ name: "many", version: "1.0.0", private: true, workspaces: ["packages/*"] }),
    "nx.json": json({}),
  };
  for (let index = 0; index < count; index += 1) {
    files[`packages/p${index}/package.json`] = json({
      name: `p${index}`,
      version: "1.0.0",
      private: true,
      scripts: { build: "true", test: "true" },
      dependencies: Object.fromEntries(usedBy(index).map((used) => [`p${used}`, "1.0.0"])),
    });
    for (let file = 0; file < 10; file += 1) {
      files[`packages/p${index}/src/file${file}.js`] = `export const value = "${index} ${file}";\n`;
    }
  }
  const [base = "", head = ""] = await repository.commits([
    { files: { ...files, ...others }, refs: ["refs/heads/main"] },
    {
      parents: [0],
      files: { "packages/p8/src/file0.js": "export const value = 1;\n" },
      refs: ["refs/heads/change"],
    },
  ]);
  return { repository, base, head };
}

/** Eight packages stand alone, and the rest hangs together over a few dozen steps at most. */
function usedBy(index: number): readonly number[] {
  if (index <= 8) return [];
  const one = Math.max(8, Math.floor(index / 2));
  const other = Math.max(8, index - 17);
  return one === other ? [one] : [one, other];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
