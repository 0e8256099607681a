/**
 * What earlier runs of the setup have done, in a file of the data folder. Each step is recorded after it is complete. The
 * App's secrets are in the file between their arrival, which happens only once, and their own files.
 */
import { join } from "node:path";
import * as z from "zod/mini";
import { repositoryKey } from "../../../domain/repository.js";
import { isThere } from "../../../service/git/is-there.js";
import { WorldError } from "../../../service/ports/world-error.js";
import { readSmallFile } from "../../../service/settings/settings-file.js";
import { replacePrivateFile } from "./private-files.js";
import { LANDING_CHOICES, type SetupOptions } from "./setup-options.js";

const STATE_FILE = "github-setup.json";
const MOST_BYTES = 64 * 1024;

const facts = z.object({
  version: z.literal(1),
  repository: z.string(),
  githubUrl: z.string(),
  publicUrl: z.nullable(z.string()),
  /** A registration that is open at GitHub; `code` has arrived but was not exchanged yet. */
  registration: z.nullable(z.object({ state: z.string(), port: z.number(), code: z.nullable(z.string()) })),
  /** The client's id and secret are absent in a folder of an earlier version. */
  app: z.nullable(
    z.object({ id: z.number(), slug: z.string(), htmlUrl: z.string(), clientId: z.optional(z.string()) }),
  ),
  secrets: z.nullable(
    z.object({
      privateKey: z.string(),
      webhookSecret: z.nullable(z.string()),
      clientSecret: z.optional(z.string()),
    }),
  ),
  /** Absent in a folder of an earlier version, where the settings file decides. */
  landing: z.optional(z.nullable(z.enum(LANDING_CHOICES))),
  branch: z.nullable(z.string()),
  tokenId: z.nullable(z.string()),
  queue: z.boolean(),
  pullRequest: z.nullable(z.string()),
  ruleset: z.nullable(z.string()),
});
export type SetupFacts = Readonly<z.infer<typeof facts>>;

export class SetupState {
  readonly #path: string;
  #facts: SetupFacts;

  private constructor(path: string, known: SetupFacts) {
    this.#path = path;
    this.#facts = known;
  }

  /** Refuses a folder that was set up for something else. */
  static async load(options: SetupOptions): Promise<SetupState> {
    const path = join(options.dataFolder, STATE_FILE);
    const begun = beginning(options);
    if (!(await isThere(path))) return new SetupState(path, begun);
    const known = factsIn(path);
    const differing = (["repository", "githubUrl", "publicUrl"] as const).find(
      (key) => known[key] !== begun[key],
    );
    if (differing === undefined) return new SetupState(path, known);
    const [was, wanted] = [known[differing] ?? "no --url", begun[differing] ?? "no --url"];
    throw new WorldError(
      `${path}: this folder was set up for ${was}, not for ${wanted}: repeat the options of the first run, or name another folder with --data`,
      false,
    );
  }

  get facts(): SetupFacts {
    return this.#facts;
  }

  async record(change: Partial<SetupFacts>): Promise<void> {
    this.#facts = { ...this.#facts, ...change };
    await replacePrivateFile(this.#path, `${JSON.stringify(this.#facts, null, 2)}\n`);
  }
}

function beginning({ repository, gitHub, publicUrl }: SetupOptions): SetupFacts {
  return {
    version: 1,
    repository: repositoryKey(repository),
    githubUrl: gitHub.webUrl,
    publicUrl,
    ...{ registration: null, app: null, secrets: null, landing: null, branch: null, tokenId: null },
    ...{ queue: false, pullRequest: null, ruleset: null },
  };
}

function factsIn(path: string): SetupFacts {
  const read = readSmallFile(path, MOST_BYTES);
  if (!read.ok) throw new WorldError(`${path} ${read.problem}`, false);
  const parsed = facts.safeParse(parsedJson(read.text));
  if (parsed.success) return parsed.data;
  throw new WorldError(
    `${path} is not a state of this version's setup: move it away, or name another folder with --data`,
    false,
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
