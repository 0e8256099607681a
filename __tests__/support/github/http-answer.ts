/** Answers as they go over the wire. */
import type { Answer } from "./route.js";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export function jsonAnswer(
  { status, body, link, location }: Answer,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const text = body === undefined || status === 204 ? "" : JSON.stringify(body);
  const linked = link === undefined || link === null ? {} : { link };
  const moved = location === undefined ? {} : { location };
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...linked, ...moved, ...headers },
    body: text,
  };
}
