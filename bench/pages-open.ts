/**
 * Open pages without a browser, in a process of their own: each reads the page once and then follows its stream of changes,
 * as the pages' script does. Words: the address of the service, and how many pages. Reports when all of them are open, and
 * answers each message with the processor time it has used.
 */
import { createParser } from "eventsource-parser";
import { isJsonObject } from "../__tests__/support/json-object.js";
import { answerUsage } from "./processor-usage.js";

const [url = "", count = "50"] = process.argv.slice(2);
const PAGE = `${url}/github.com/octo/mono/queue?branch=main`;

await Promise.all(Array.from({ length: Number(count) }, async () => follow()));
answerUsage();
process.send?.({ open: Number(count) });

async function follow(): Promise<void> {
  const page = await (await fetch(PAGE, { headers: { accept: "text/html" } })).text();
  const [, address = ""] = /hx-sse:connect="([^"]+)"/.exec(page) ?? [];
  const stream = new URL(address.replaceAll("&amp;", "&"), url);
  const { body } = await fetch(stream, { headers: { accept: "text/html, text/event-stream" } });
  if (body === null) throw new Error(`${stream.href} has no stream`);
  void read(body, stream.searchParams.get("since") ?? "");
}

/** Fails if a change does not follow from what the page shows. */
async function read(body: AsyncIterable<Uint8Array>, first: string): Promise<void> {
  let shown = first;
  const parser = createParser({
    onEvent: ({ event, data, id = "" }) => {
      if (event !== "page-changed") return;
      const change: unknown = JSON.parse(data);
      const from = isJsonObject(change) ? change["from"] : undefined;
      if (from !== null && from !== shown) throw new Error(`a page that shows ${shown} got another change`);
      shown = id;
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
}
