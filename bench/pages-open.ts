/**
 * Open pages without a browser, in a process of their own: each follows the stream of events and reads the page again with
 * every event, as the pages' script does. Words: the address of the service, and how many pages.
 */
import { createParser } from "eventsource-parser";

const [url = "", count = "50"] = process.argv.slice(2);
const EVENTS = `${url}/v1/events?repoHost=github.com&repo=octo/mono&targetBranch=main`;
const PAGE = `${url}/github.com/octo/mono/queue`;

await Promise.all(Array.from({ length: Number(count) }, async () => follow()));

async function follow(): Promise<void> {
  const answer = await fetch(EVENTS, { headers: { accept: "text/event-stream" } });
  if (answer.body === null) throw new Error(`${EVENTS} has no stream`);
  let isReading = false;
  let isDue = false;
  const refresh = async (): Promise<void> => {
    isDue = true;
    if (isReading) return;
    isReading = true;
    while (isDue) {
      isDue = false;
      await (await fetch(PAGE, { headers: { accept: "text/html", "hx-request": "true" } })).arrayBuffer();
    }
    isReading = false;
  };
  const parser = createParser({ onEvent: () => void refresh() });
  const decoder = new TextDecoder();
  process.send?.("open");
  const chunks: AsyncIterable<Uint8Array> = answer.body;
  for await (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
}
