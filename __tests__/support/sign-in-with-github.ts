/** A person's browser on its way through the sign-in with GitHub, at one service or at two replicas of it. */
import type { GitHub } from "./github/git-hub.js";
import { opened } from "./github/opened-sign-in.js";

interface Way {
  /** The address of the replica that begins the sign-in. */
  readonly begin: string;
  /** That of the replica which gets the code; the same by default. */
  readonly end?: string;
  /** The path of the page to return to. */
  readonly next?: string;
}

/** Returns the cookie of the session. */
export async function signInWithGitHub(github: GitHub, login: string, way: Way): Promise<string> {
  const { begin, end = begin, next = "/" } = way;
  github.world.signIns.person = login;
  const begun = await get(`${begin}/sign-in/github?next=${encodeURIComponent(next)}`);
  const { pathname, search } = await opened(begun.headers.get("location") ?? "");
  const answer = await get(`${end}${pathname}${search}`, cookieOf(begun));
  if (answer.status !== 303 || answer.headers.get("location") !== next)
    throw new Error(`not signed in: ${answer.status} ${await answer.text()}`);
  return cookieOf(answer);
}

async function get(address: string, cookie = ""): Promise<Response> {
  return fetch(address, { headers: { cookie, accept: "text/html" }, redirect: "manual" });
}

function cookieOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
