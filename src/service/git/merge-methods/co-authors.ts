/** The authors of a pull request's commits, as trailers of its squash commit. Names and addresses are untrusted text. */
import type { CommitWording } from "../../../domain/pull-request.js";
import type { CommitRecord, Identity } from "../commit.js";

export type AuthoredCommit = Pick<CommitRecord, "author" | "message">;

const MAX_CO_AUTHORS = 50;
const MAX_NAME_LENGTH = 200;
const ADDRESS = /^[^\s<>@]{1,128}@[^\s<>@]{1,126}$/u;
const TRAILER = /^co-authored-by:[ \t]*([^<>\n]{1,400})<([^<>\s]{1,255})>[ \t]*$/gimu;

type Person = Pick<Identity, "name" | "email">;

/** One line each, without the author of the squash commit and without those that `text` names already. */
export function coAuthorLines(
  commits: readonly AuthoredCommit[],
  author: Person,
  { login }: Pick<CommitWording, "login">,
  text = "",
): readonly string[] {
  const known = new Set([author, ...trailersIn(text)].map(({ email }) => email.toLowerCase()));
  const lines: string[] = [];
  for (const person of commits.flatMap((commit) => [commit.author, ...trailersIn(commit.message)])) {
    const name = cleaned(person.name);
    const email = person.email.trim();
    if (name === "" || !ADDRESS.test(email) || /\p{C}/u.test(email)) continue;
    if (known.has(email.toLowerCase()) || isAccount(email, login)) continue;
    known.add(email.toLowerCase());
    lines.push(`Co-authored-by: ${name} <${email}>`);
    if (lines.length === MAX_CO_AUTHORS) break;
  }
  return lines;
}

function trailersIn(message: string): readonly Person[] {
  return [...message.matchAll(TRAILER)].map(([, name = "", email = ""]) => ({ name, email }));
}

/** The code host's own address of the pull request's author, of either form. */
function isAccount(email: string, login: string | undefined): boolean {
  const [, name] = /^(?:\d+\+)?([^@]+)@users\.noreply\./u.exec(email.toLowerCase()) ?? [];
  return login !== undefined && name === login.toLowerCase();
}

function cleaned(name: string): string {
  const line = name.replaceAll(/[<>\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return Array.from(line).slice(0, MAX_NAME_LENGTH).join("").trim();
}
