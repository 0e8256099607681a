/** A comment of ours, which is found by its marker: the invisible first line of its body. */
import { isSame, numberAt, type Place, type StatusObject, textAt } from "./status.js";

interface WantedComment {
  /** The beginning of the body. */
  readonly marker: string;
  readonly body: string;
  readonly mayCreate: boolean;
  /** False: it remains as it was created. */
  readonly mayEdit: boolean;
}

export function markedComment(place: Place, wanted: WantedComment): StatusObject {
  const { marker, body, mayCreate, mayEdit } = wanted;
  return {
    find: async (known) => (await findComment(place, marker)) ?? known,
    update: async (id) => !mayEdit || editComment(place, id, body),
    create: async () => (mayCreate ? createComment(place, body) : null),
  };
}

/** Deletes duplicates: two attempts may each have found no comment and created one. */
async function findComment(place: Place, marker: string): Promise<number | null> {
  const { calls, repository, number } = place;
  const self = await place.self();
  const comments = await calls.list(repository, "/issues/{number}/comments", { number });
  const [oldest, ...others] = comments
    .filter((one) => textAt(one, "body").startsWith(marker) && isSame(textAt(one, "user", "login"), self))
    .map((one) => numberAt(one, "id"))
    .sort((one, other) => one - other);
  for (const id of others) await calls.send(repository, "DELETE", "/issues/comments/{id}", { id }, [404]);
  return oldest ?? null;
}

async function createComment({ calls, repository, number }: Place, body: string): Promise<number> {
  const answer = await calls.send(repository, "POST", "/issues/{number}/comments", { number, body });
  return numberAt(answer.body, "id");
}

/** false: the comment no longer exists. */
async function editComment({ calls, repository }: Place, id: number, body: string): Promise<boolean> {
  const route = "/issues/comments/{id}";
  const { status } = await calls.send(repository, "PATCH", route, { id, body }, [404, 410]);
  return status < 400;
}
