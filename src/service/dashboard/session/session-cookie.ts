/** A cookie that holds a secret, of a session or of a sign-in: no script reads it, and no other site's form sends it. */
import { parse, serialize } from "hono/utils/cookie";

export class SessionCookie {
  readonly #isSecure: boolean;
  readonly #name: string;

  /** `isSecure`: browsers reach the pages over https, and accept the cookie from this host only, for all paths. */
  constructor(isSecure: boolean, name = "merge-queue") {
    this.#isSecure = isSecure;
    this.#name = isSecure ? `__Host-${name}` : name;
  }

  read(header: string | undefined): string | undefined {
    return header === undefined ? undefined : parse(header, this.#name)[this.#name];
  }

  /** Lax: a link from a comment on the code host opens a page signed in. */
  write(secret: string, maxAgeSeconds: number): string {
    return serialize(this.#name, secret, {
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
