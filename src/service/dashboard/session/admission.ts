/** What a reader may do in one repository. The code host answers for an account, a token has its scopes. */
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { roleAllows, scopesOfRole } from "../../../domain/repository-role.js";
import type { Account, AccountHost, RoleAge } from "../../ports/account-host.js";
import { mayRead, type Reader } from "./reader.js";

export interface Doors {
  /** null: people cannot sign in with an account. */
  readonly accounts: Pick<AccountHost, "roleOf"> | null;
  /** Whether visitors without a session may read. */
  readonly isPublic: boolean;
}

export type Admission =
  /** The reader, with the grant that counts in this repository. */
  | { readonly kind: "admitted"; readonly reader: Reader }
  | { readonly kind: "refused"; readonly status: 403 | 404 | 503; readonly sentence: string };

/** Judged before any read of the store, so that a refusal does not reveal what exists. */
export async function admit(
  doors: Doors,
  reader: Reader,
  repository: Repository,
  age: RoleAge = "minute",
): Promise<Admission> {
  if (reader.kind === "session" && reader.account !== null) {
    return admitAccount(doors, { ...reader, account: reader.account }, repository, age);
  }
  if (doors.isPublic || mayRead(reader, repository)) return { kind: "admitted", reader };
  const sentence = `Your token does not reach ${repositoryKey(repository)}, or lacks the scope read.`;
  return { kind: "refused", status: 403, sentence };
}

type AccountReader = Reader & { readonly kind: "session"; readonly account: Account };

/** A private repository gets the same answer as one that does not exist, also while the code host fails. */
async function admitAccount(
  { accounts, isPublic }: Doors,
  reader: AccountReader,
  repository: Repository,
  age: RoleAge,
): Promise<Admission> {
  const key = repositoryKey(repository);
  const unknown = `${key} is not served here, or GitHub did not confirm that ${reader.name} may read it.`;
  const answer = (await accounts?.roleOf(reader.account, repository, age)) ?? null;
  if (answer?.kind === "unknown" && (isPublic || roleAllows(answer.lastKnown, "read"))) {
    const sentence = `GitHub did not confirm what ${reader.name} may do in ${key}: ${answer.why}.`;
    return isPublic && age !== "now"
      ? { kind: "admitted", reader }
      : { kind: "refused", status: 503, sentence };
  }
  const role = answer?.kind === "known" ? answer.role : "none";
  const admitted = {
    ...reader,
    grant: { name: reader.name, scopes: scopesOfRole(role), repositories: [key] },
  };
  if (isPublic || mayRead(admitted, repository)) return { kind: "admitted", reader: admitted };
  return { kind: "refused", status: 404, sentence: unknown };
}

const AT_A_TIME = 4;

export interface Readable {
  /** Keys of the repositories. */
  readonly keys: ReadonlySet<string>;
  /** Whether the code host failed to answer about some of them. */
  readonly isIncomplete: boolean;
}

/** Which of the repositories the reader may read. */
export async function readableOf(
  doors: Doors,
  reader: Reader,
  repositories: readonly Repository[],
  age: RoleAge,
): Promise<Readable> {
  if (doors.isPublic) return { keys: new Set(repositories.map(repositoryKey)), isIncomplete: false };
  const waiting = [...new Map(repositories.map((one) => [repositoryKey(one), one])).entries()];
  const keys = new Set<string>();
  let isIncomplete = false;
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [key, repository] = next;
      const admission = await admit(doors, reader, repository, age);
      if (admission.kind === "admitted") keys.add(key);
      else if (admission.status === 503) isIncomplete = true;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return { keys, isIncomplete };
}
