/** The one status comment: created once, found again by how it begins and who wrote it, and edited from then on. */
import { numberAt, textAt } from "./answers.js";
import { digestOf } from "./digest-of.js";
import { COMMENT_MARKER } from "./face.js";
import { isSame, type Place } from "./place.js";
import { type Created, NOTHING } from "./shown.js";

export interface CommentWish {
  /** Markdown. */
  readonly body: string;
  /** False: it is only edited, where there is one. */
  readonly isWanted: boolean;
  readonly known: Created;
  /** There may be one, or several, that nobody knows of. */
  readonly isDoubtful: boolean;
  /** Keeps what is known before and after one is created; fails when this is no longer ours to show. */
  readonly remember: (known: Created) => Promise<void>;
}

export async function showComment(place: Place, wish: CommentWish): Promise<Created> {
  const { body, isWanted, known, isDoubtful } = wish;
  const digest = digestOf(body);
  if (!isDoubtful && "digest" in known && known.digest === digest) return known;
  const isUnsure = isDoubtful || known.kind === "creating" || known.kind === "refused";
  const found = isUnsure ? await theOldest(place) : idOf(known);
  if (found !== null) {
    // Whether it comes to be so is not known before the answer; and somebody who knew less may have written it late.
    await wish.remember({ kind: "there", id: found, digest: "" });
    if (await edit(place, found, body)) return { kind: "there", id: found, digest };
  }
  // Somebody may have taken it away: what is new is told anew.
  return isWanted ? create(place, wish, digest) : NOTHING;
}

async function create(
  { calls, repository, number }: Place,
  { body, remember }: CommentWish,
  digest: string,
): Promise<Created> {
  await remember({ kind: "creating" });
  const answer = await calls.send(repository, "POST", "/issues/{number}/comments", { number, body });
  const created: Created = { kind: "there", id: numberAt(answer.body, "id"), digest };
  await remember(created);
  return created;
}

/** False: it is gone. */
async function edit({ calls, repository }: Place, id: number, body: string): Promise<boolean> {
  const route = "/issues/comments/{id}";
  const { status } = await calls.send(repository, "PATCH", route, { id, body }, [404, 410]);
  return status < 400;
}

/** Where there are several, the others are taken away: two may have thought at one moment that there was none. */
async function theOldest(place: Place): Promise<number | null> {
  const { calls, repository, number } = place;
  const self = await place.self();
  const comments = await calls.list(repository, "/issues/{number}/comments", { number });
  const ours = comments
    .filter(
      (one) => textAt(one, "body").startsWith(COMMENT_MARKER) && isSame(textAt(one, "user", "login"), self),
    )
    .map((one) => numberAt(one, "id"))
    .sort((one, other) => one - other);
  const [oldest, ...others] = ours;
  for (const id of others) await calls.send(repository, "DELETE", "/issues/comments/{id}", { id }, [404]);
  return oldest ?? null;
}

function idOf(known: Created): number | null {
  return known.kind === "there" ? known.id : null;
}
