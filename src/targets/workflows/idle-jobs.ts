/** Jobs of a workflow that never run for a test branch, although the workflow starts: by their `if`, or by their `needs`. */
import { mayBeTestBranch } from "../../domain/test-branch.js";
import { listIn, type Workflow, type WorkflowEvent } from "./parse-workflow.js";

/** With one of these, a job may run although a job that it needs was skipped. */
const STATUS = /\b(?:always|cancelled|failure|success)\s*\(/i;

/** `events`: those that start the workflow for a test branch. */
export function idleJobs(
  { events: all, jobs }: Workflow,
  events: readonly WorkflowEvent[],
  targetBranch: string | null,
): ReadonlySet<string> {
  // In a called workflow, the facts are those of the caller's event.
  if (all.some(({ name }) => name === "workflow_call")) return new Set();
  const facts = events.map(({ name }) => factsOf(name, targetBranch));
  const idle = new Set<string>();
  const users = new Map<string, string[]>();
  for (const [id, job] of jobs) {
    if (facts.every((one) => truthOfCondition(job["if"], one) === false)) idle.add(id);
    if (STATUS.test(String(job["if"]))) continue;
    for (const needed of listIn(job["needs"]).map(String)) {
      const known = users.get(needed);
      if (known === undefined) users.set(needed, [id]);
      else known.push(id);
    }
  }
  for (const id of idle) for (const user of users.get(id) ?? []) idle.add(user);
  return idle;
}

const ACTORS: ReadonlySet<string> = new Set([
  "github.actor",
  "github.triggering_actor",
  "github.event.pull_request.user.login",
]);

/** An app of GitHub, which never creates a test branch or its draft. */
const DEPENDABOT = "dependabot[bot]";

function factsOf(event: string, targetBranch: string | null): Facts {
  const known = event === "push" ? ofPush() : event === "pull_request" ? ofDraft(targetBranch) : NOTHING;
  return {
    equals(variable, text) {
      if (variable === "github.event_name") return event.toLowerCase() === text;
      return known.equals(variable, text);
    },
    startsWith: (variable, text) => known.startsWith(variable, text),
  };
}

const NOTHING: Facts = { equals: () => null, startsWith: () => null };

/** The push of a test branch. */
function ofPush(): Facts {
  return {
    equals(variable, text) {
      switch (variable) {
        case "github.ref":
          return text.startsWith("refs/heads/") ? unlessOther(text.slice("refs/heads/".length)) : false;
        case "github.ref_name":
          return unlessOther(text);
        case "github.ref_type":
          return text === "branch";
        case "github.base_ref":
        case "github.head_ref":
          return text === "";
        default:
          return ofActor(variable, text);
      }
    },
    startsWith: (variable, text) => (variable === "github.ref" ? startsWith("refs/heads/", text) : null),
  };
}

/** The draft pull request of a test branch. */
function ofDraft(targetBranch: string | null): Facts {
  return {
    equals(variable, text) {
      switch (variable) {
        case "github.ref":
          return /^refs\/pull\/\d+\/merge$/.test(text) ? null : false;
        case "github.ref_name":
          return /^\d+\/merge$/.test(text) ? null : false;
        case "github.ref_type":
          return text === "tag" ? false : null;
        case "github.base_ref":
        case "github.event.pull_request.base.ref":
          return targetBranch === null ? null : targetBranch.toLowerCase() === text;
        case "github.head_ref":
        case "github.event.pull_request.head.ref":
          return unlessOther(text);
        default:
          return ofActor(variable, text);
      }
    },
    startsWith: (variable, text) => (variable === "github.ref" ? startsWith("refs/pull/", text) : null),
  };
}

function unlessOther(branch: string): Truth {
  return mayBeTestBranch(branch) ? null : false;
}

function ofActor(variable: string, text: string): Truth {
  return ACTORS.has(variable) && text === DEPENDABOT ? false : null;
}

/** `known`: how the value starts. */
function startsWith(known: string, text: string): Truth {
  if (known.startsWith(text)) return true;
  return text.startsWith(known) ? null : false;
}

/** Null: unknown. */
export type Truth = boolean | null;

export interface Facts {
  /** Whether a variable, in lower case, has the value, in lower case: GitHub compares texts so. */
  equals(variable: string, text: string): Truth;
  startsWith(variable: string, text: string): Truth;
}

/** A condition of more tokens is unknown, so the recursion is limited. */
const MOST_TOKENS = 300;
const MOST_CHARACTERS = 5_000;

export function truthOfCondition(condition: unknown, facts: Facts): Truth {
  if (typeof condition === "boolean") return condition;
  if (typeof condition !== "string" || condition.length > MOST_CHARACTERS) return null;
  const expression = expressionIn(condition.trim());
  const tokens = expression === null ? null : tokensOf(expression);
  if (tokens === null || tokens.length === 0 || tokens.length > MOST_TOKENS) return null;
  return new Evaluation(tokens, facts).truth();
}

/** Null for a text around expressions, which is true as soon as it is not empty. */
function expressionIn(condition: string): string | null {
  if (!condition.includes("${{")) return condition;
  const [, inner] = /^\$\{\{([\s\S]*)\}\}$/.exec(condition) ?? [];
  return inner === undefined || /\$\{\{|\}\}/.test(inner) ? null : inner;
}

const TOKEN = /\s*(?:('(?:[^']|'')*')|(&&|\|\||[=!<>]=|[!<>()[\],.*])|([A-Za-z_][\w-]*)|(-?[\d.][\w.+-]*))/y;

type Token =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "sign" | "word" | "number"; readonly text: string };

function tokensOf(expression: string): readonly Token[] | null {
  const found: Token[] = [];
  const wanted = expression.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < wanted.length) {
    const [, quoted, sign, word, number] = TOKEN.exec(wanted) ?? [];
    if (quoted !== undefined) found.push({ kind: "text", text: quoted.slice(1, -1).replaceAll("''", "'") });
    else if (sign !== undefined) found.push({ kind: "sign", text: sign });
    else if (word !== undefined) found.push({ kind: "word", text: word.toLowerCase() });
    else if (number !== undefined) found.push({ kind: "number", text: number });
    else return null;
  }
  return found;
}

type Value =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "truth"; readonly truth: Truth };

const UNKNOWN: Value = { kind: "truth", truth: null };

class Evaluation {
  readonly #tokens: readonly Token[];
  readonly #facts: Facts;
  #at = 0;
  #isUnreadable = false;

  constructor(tokens: readonly Token[], facts: Facts) {
    this.#tokens = tokens;
    this.#facts = facts;
  }

  truth(): Truth {
    const truth = truthOf(this.#alternatives());
    return this.#isUnreadable || this.#at < this.#tokens.length ? null : truth;
  }

  #alternatives(): Value {
    let value = this.#conditions();
    while (this.#takes("||")) {
      const [one, other] = [truthOf(value), truthOf(this.#conditions())];
      const isTrue = one === true || other === true;
      value = { kind: "truth", truth: isTrue ? true : one === false && other === false ? false : null };
    }
    return value;
  }

  #conditions(): Value {
    let value = this.#comparison();
    while (this.#takes("&&")) {
      const [one, other] = [truthOf(value), truthOf(this.#comparison())];
      const isFalse = one === false || other === false;
      value = { kind: "truth", truth: isFalse ? false : one === true && other === true ? true : null };
    }
    return value;
  }

  #comparison(): Value {
    const value = this.#single();
    for (const sign of ["==", "!=", "<=", ">=", "<", ">"]) {
      if (!this.#takes(sign)) continue;
      const equal = this.#equality(value, this.#single());
      if (sign === "==") return { kind: "truth", truth: equal };
      return sign === "!=" && equal !== null ? { kind: "truth", truth: !equal } : UNKNOWN;
    }
    return value;
  }

  #equality(one: Value, other: Value): Truth {
    if (one.kind === "text" && other.kind === "text")
      return one.text.toLowerCase() === other.text.toLowerCase();
    if (one.kind === "variable" && other.kind === "text")
      return this.#facts.equals(one.name, other.text.toLowerCase());
    if (one.kind === "text" && other.kind === "variable") return this.#equality(other, one);
    return null;
  }

  #single(): Value {
    if (this.#takes("!")) {
      const truth = truthOf(this.#single());
      return truth === null ? UNKNOWN : { kind: "truth", truth: !truth };
    }
    if (this.#takes("(")) {
      const value = this.#alternatives();
      if (!this.#takes(")")) this.#isUnreadable = true;
      return value;
    }
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token?.kind === "text") return { kind: "text", text: token.text };
    if (token?.kind === "number") return UNKNOWN;
    if (token?.kind !== "word") {
      this.#isUnreadable = true;
      return UNKNOWN;
    }
    if (token.text === "true" || token.text === "false")
      return { kind: "truth", truth: token.text === "true" };
    return this.#takes("(") ? this.#call(token.text) : this.#variable(token.text);
  }

  #call(name: string): Value {
    const given: Value[] = [];
    while (!this.#isUnreadable && !this.#takes(")")) {
      if (given.length > 0 && !this.#takes(",")) this.#isUnreadable = true;
      else given.push(this.#alternatives());
    }
    const [searched, start] = given;
    if (name !== "startswith" || searched?.kind !== "variable" || start?.kind !== "text") return UNKNOWN;
    return { kind: "truth", truth: this.#facts.startsWith(searched.name, start.text.toLowerCase()) };
  }

  /** `github.event.action`; an index or a star makes it unknown. */
  #variable(first: string): Value {
    let name: string | null = first;
    for (;;) {
      if (this.#takes("[")) {
        this.#alternatives();
        if (!this.#takes("]")) this.#isUnreadable = true;
        name = null;
      } else if (this.#takes(".")) {
        const part = this.#tokens[this.#at];
        this.#at += 1;
        name = part?.kind === "word" && name !== null ? `${name}.${part.text}` : null;
      } else return name === null ? UNKNOWN : { kind: "variable", name };
      if (this.#isUnreadable) return UNKNOWN;
    }
  }

  #takes(sign: string): boolean {
    const token = this.#tokens[this.#at];
    const isThere = token?.kind === "sign" && token.text === sign;
    if (isThere) this.#at += 1;
    return isThere;
  }
}

function truthOf(value: Value): Truth {
  switch (value.kind) {
    case "text":
      return value.text !== "";
    case "variable":
      return null;
    case "truth":
      return value.truth;
  }
}
