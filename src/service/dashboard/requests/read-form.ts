/** Reads a posted form, small and from our own pages only. */
import { type ApiContext, visitorOf } from "../../http/response.js";

/** Longer than a token with every repository, and a reason. */
const MOST_BYTES = 16 * 1024;
const FORM_TYPE = "application/x-www-form-urlencoded";

export type PostedForm =
  | { readonly kind: "form"; readonly fields: URLSearchParams }
  | { readonly kind: "refused"; readonly status: 400 | 403 | 413; readonly sentence: string };

export async function readForm(c: ApiContext, publicUrl: string | null): Promise<PostedForm> {
  const header = (name: string) => c.req.header(name);
  const from = {
    origin: header("origin"),
    fetchSite: header("sec-fetch-site"),
    host: header("host") ?? hostOf(c),
  };
  if (!isSameOrigin(from, publicUrl)) {
    return { kind: "refused", status: 403, sentence: "The form was not posted by a page of this service." };
  }
  if (header("content-type")?.split(";")[0]?.trim().toLowerCase() !== FORM_TYPE) {
    return { kind: "refused", status: 400, sentence: `Expected a form of the type ${FORM_TYPE}.` };
  }
  const length = Number(header("content-length") ?? Number.NaN);
  if (!(length <= MOST_BYTES)) {
    return { kind: "refused", status: 413, sentence: `Expected a form of at most ${MOST_BYTES} bytes.` };
  }
  visitorOf(c).inviteBody?.();
  return { kind: "form", fields: new URLSearchParams(await c.req.text()) };
}

/** Without a socket, as in tests, the address has the host. */
function hostOf(c: ApiContext): string {
  return new URL(c.req.url).host;
}

interface PostedFrom {
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`, which older browsers do not send. */
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
}

/**
 * Browsers set these headers, and no script can change them; without any of them the answer is no. `publicUrl`: a proxy
 * may pass on another `Host`.
 */
export function isSameOrigin({ origin, fetchSite, host }: PostedFrom, publicUrl: string | null): boolean {
  if (fetchSite !== undefined && fetchSite !== "same-origin") return false;
  if (origin === undefined || origin === "null") return fetchSite === "same-origin";
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  return from === host || (publicUrl !== null && from === new URL(publicUrl).host);
}
