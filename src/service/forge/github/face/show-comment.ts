/** The one status comment: found by how it begins and who wrote it, edited from then on. */
import { numberAt, textAt } from "./answers.js";
import { COMMENT_MARKER } from "./face.js";
import { isSame, type Place } from "./place.js";

/** Where there are several, the others are deleted: two attempts may have found none at the same moment. */
export async function findComment(place: Place): Promise<number | null> {
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

export async function createComment({ calls, repository, number }: Place, body: string): Promise<number> {
  const answer = await calls.send(repository, "POST", "/issues/{number}/comments", { number, body });
  return numberAt(answer.body, "id");
}

/** False: it is gone. */
export async function editComment({ calls, repository }: Place, id: number, body: string): Promise<boolean> {
  const route = "/issues/comments/{id}";
  const { status } = await calls.send(repository, "PATCH", route, { id, body }, [404, 410]);
  return status < 400;
}
