/** Turns a page into a response: its headers, above all which sources the browser may load. */
import { type ApiContext, answerWith } from "../http/response.js";

/** No inline script or style, nothing from elsewhere, and no frame around a page. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

type Headers = Readonly<Record<string, string>>;

export function answerPage(
  c: ApiContext,
  page: { toString(): string },
  status = 200,
  more: Headers = {},
): Response {
  return answerWith(c, `<!doctype html>${page.toString()}`, status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    Vary: "Accept, Cookie",
    ...more,
  });
}

/** After a form: the browser fetches the page with GET, so a reload posts nothing again. */
export function redirectTo(c: ApiContext, path: string, more: Headers = {}): Response {
  return answerWith(c, "", 303, { Location: path, ...more });
}
