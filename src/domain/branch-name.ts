/** Valid branch names: the rules of `git check-ref-format --branch`, and a length that every forge accepts. */

const MAX_LENGTH = 250;

interface Rule {
  readonly problem: string;
  readonly isBrokenBy: (name: string) => boolean;
}

const RULES: readonly Rule[] = [
  { problem: "is empty", isBrokenBy: (name) => name === "" },
  { problem: `has more than ${MAX_LENGTH} characters`, isBrokenBy: (name) => name.length > MAX_LENGTH },
  { problem: "has a control character", isBrokenBy: (name) => /[\u0000-\u001f\u007f]/.test(name) },
  { problem: "is not well-formed Unicode", isBrokenBy: (name) => !name.isWellFormed() },
  { problem: "has a space", isBrokenBy: (name) => name.includes(" ") },
  { problem: "has one of ~ ^ : ? * [ \\", isBrokenBy: (name) => /[~^:?*[\\]/.test(name) },
  { problem: 'has ".."', isBrokenBy: (name) => name.includes("..") },
  { problem: 'has "@{"', isBrokenBy: (name) => name.includes("@{") },
  { problem: "starts with a hyphen", isBrokenBy: (name) => name.startsWith("-") },
  { problem: "has nothing before or after a slash", isBrokenBy: (name) => name.split("/").includes("") },
  { problem: "has a part that starts with a dot", isBrokenBy: (name) => /(?:^|\/)\./.test(name) },
  { problem: 'has a part that ends in ".lock"', isBrokenBy: (name) => /\.lock(?:\/|$)/.test(name) },
  { problem: "ends in a dot", isBrokenBy: (name) => name.endsWith(".") },
  { problem: "means the checked-out commit to git", isBrokenBy: (name) => name === "HEAD" || name === "@" },
];

/** Why `name` is no valid branch name, to follow "it": "has a space". null: it is valid. */
export function branchNameProblem(name: string): string | null {
  return RULES.find(({ isBrokenBy }) => isBrokenBy(name))?.problem ?? null;
}
