/** The cookie that holds the secret of a session: no script reads it, and no other site's form sends it. */
import { parse, serialize } from "hono/utils/cookie";

/** With TLS the browser accepts it from this host only, for all paths, and over https only. */
function nameOf(isSecure: boolean): string {
  return isSecure ? "__Host-merge-queue" : "merge-queue";
}

export class SessionCookie {
  readonly #isSecure: boolean;

  /** `isSecure`: browsers reach the pages over https. */
  constructor(isSecure: boolean) {
    this.#isSecure = isSecure;
  }

  read(header: string | undefined): string | undefined {
    const name = nameOf(this.#isSecure);
    return header === undefined ? undefined : parse(header, name)[name];
  }

  /** Lax: a link from a comment on the code host opens a page signed in. */
  write(secret: string, maxAgeSeconds: number): string {
    return serialize(nameOf(this.#isSecure), secret, {
      path: "/",
      httpOnly: true,
      secure: this.#isSecure,
      sameSite: "Lax",
      maxAge: maxAgeSeconds,
    });
  }

  remove(): string {
    return this.write("", 0);
  }
}
