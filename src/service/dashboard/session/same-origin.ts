/** Whether a form was posted by a page of this service. Browsers set both headers, and no script can change them. */

export interface PostedFrom {
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`, which older browsers do not send. */
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
}

/** `publicUrl`: a proxy may pass on another `Host`. Without any of the headers the answer is no. */
export function isSameOrigin({ origin, fetchSite, host }: PostedFrom, publicUrl: string | null): boolean {
  if (fetchSite !== undefined && fetchSite !== "same-origin") return false;
  if (origin === undefined || origin === "null") return fetchSite === "same-origin";
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  return from === host || (publicUrl !== null && from === new URL(publicUrl).host);
}
