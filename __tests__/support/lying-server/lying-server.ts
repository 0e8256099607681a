/** An HTTP server that keeps the truth, and deals with each request as its seed draws it. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isRecord } from "../../../src/domain/is-record.js";
import type { Chance } from "../seeded-chance.js";
import { letOthersAct } from "./actors.js";
import { type Answer, type Asked, execute } from "./executions.js";
import { type Habits, isDrawn } from "./habits.js";
import { drawLie, HONEST, isRead, type Lie, type Reply } from "./lies.js";
import type { ReceivedRequest } from "./requests.js";
import { shownEntry } from "./shown-truth.js";
import { type Entry, FINAL, type World } from "./truth.js";

/** One step's dealings with the server. */
export interface Dealings {
  readonly world: World;
  readonly habits: Habits;
  readonly chance: Chance;
  /** The job is cancelled while this request is being dealt with, counted from 0; null: never. */
  readonly cancelledAt: number | null;
  cancel(): void;
}

interface Late {
  readonly request: ReceivedRequest;
  requestsLeft: number;
}

export class LyingServer {
  readonly requests: ReceivedRequest[] = [];
  readonly #server: Server;
  readonly #withheld = new Set<number | undefined>();
  #dealings: Dealings | null = null;
  #late: Late[] = [];
  /** What reads show for a while after a submission, and for how many more. */
  #stale: { readonly entry: Entry | null; readsLeft: number } | null = null;
  #isCancelled = false;

  private constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  static async start(): Promise<LyingServer> {
    const server = new LyingServer();
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get apiUrl(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/v1`;
  }

  /** For one step after the other. */
  begin(dealings: Dealings): void {
    this.#dealings = dealings;
    this.requests.length = 0;
    this.#late = [];
    this.#stale = null;
    this.#isCancelled = false;
  }

  isWithheld(port: number | undefined): boolean {
    return this.#withheld.has(port);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = { endpoint: endpointOf(request.url ?? ""), body: await bodyOf(request) };
    const dealings = this.#dealings;
    if (dealings === null) throw new Error("there is no step");
    const { world, habits, chance } = dealings;
    letOthersAct(world, chance, habits);
    this.#executeLate(dealings);
    const received = this.#note(asked, world.present);
    const isFirst = habits.liesAtFirst && this.requests.filter(isWrite).length === 1 && isWrite(received);
    const lie = isFirst || isDrawn(chance, habits.lies) ? drawLie(asked.endpoint, chance) : HONEST;
    const answer = this.#deal(received, lie, dealings);
    if (dealings.cancelledAt === this.requests.length - 1) this.#cancel(dealings);
    letOthersAct(world, chance, { ...habits, bustle: habits.bustle / 3 });
    this.#reply(received, lie.reply, answer, response);
    // The step is over with this request, and does not read the answer any more.
    if (dealings.cancelledAt === this.requests.length - 1)
      Object.assign(received, { status: null, isTrue: false });
  }

  #cancel(dealings: Dealings): void {
    this.#isCancelled = true;
    dealings.world.change("other", "cancels the job", {});
    dealings.cancel();
  }

  #note(asked: Asked, at: number): ReceivedRequest {
    const isParting = this.#isCancelled;
    const nothing = { made: [], status: null, isTrue: false, shows: null, sent: null, staleState: null };
    const received: ReceivedRequest = { ...asked, at, isParting, deal: "none", reply: "true", ...nothing };
    this.requests.push(received);
    return received;
  }

  #executeLate(dealings: Dealings): void {
    for (const late of this.#late) {
      late.requestsLeft -= 1;
      if (late.requestsLeft === 0) this.#execute(late.request, "whole", dealings);
    }
  }

  /** The answer that is true of the request. */
  #deal(received: ReceivedRequest, { deal }: Lie, dealings: Dealings): Answer {
    received.deal = deal;
    if (deal === "late") {
      this.#late.push({ request: received, requestsLeft: dealings.chance.whole(1, 3) });
      return { status: 200, body: "", contentType: "text/plain" };
    }
    if (deal === "none") return { status: 200, body: "", contentType: "text/plain" };
    const answer = this.#execute(received, deal === "half" ? "half" : "whole", dealings);
    if (deal === "twice") this.#execute(received, "whole", dealings);
    return answer;
  }

  #execute(received: ReceivedRequest, part: "whole" | "half", { world, habits }: Dealings): Answer {
    const before = world.truth.entry;
    const first = world.present + 1;
    const stale = this.#staleAnswer(received, world, habits);
    if (stale !== null) return stale;
    const answer = execute(received, world, habits, part, "step");
    for (let moment = first; moment <= world.present; moment++) received.made.push(moment);
    const isNew =
      received.endpoint === "submitPullRequest" && before?.submission !== world.truth.entry?.submission;
    if (isNew && habits.slowToShow > 0 && this.#hasBeenSeen(before, world))
      this.#stale = { entry: before, readsLeft: habits.slowToShow };
    received.shows = world.present;
    return answer;
  }

  /** Of an end that came after its first look a step cannot know that it is an earlier one. */
  #hasBeenSeen(before: Entry | null, world: World): boolean {
    const looked = this.requests.findLast(({ endpoint }) => endpoint === "getSubmittedPullRequest");
    if (looked === undefined) return true;
    return looked.isTrue && world.at(looked.shows ?? 0).entry === before;
  }

  #staleAnswer(received: ReceivedRequest, { truth }: World, habits: Habits): Answer | null {
    const isHidden = received.endpoint === "getSubmittedPullRequest" && truth.queue !== null;
    if (!isHidden || this.#stale === null || this.#stale.readsLeft === 0) return null;
    const { entry } = this.#stale;
    if (entry !== null && !FINAL.includes(entry.state)) return null;
    this.#stale.readsLeft -= 1;
    received.staleState = entry?.state ?? null;
    return shownEntry(entry, truth, habits);
  }

  #reply(received: ReceivedRequest, reply: Reply, answer: Answer, response: ServerResponse): void {
    received.reply = reply.kind;
    switch (reply.kind) {
      case "resets":
        response.socket?.resetAndDestroy();
        return;
      case "withholds":
        this.#withhold(response);
        return;
      case "breaksOff":
        received.status = answer.status;
        response.writeHead(answer.status, { "content-length": "1000", connection: "close" });
        response.write(answer.body.slice(0, 8) || "{", () => response.socket?.destroySoon());
        return;
      case "true":
        received.isTrue = true;
        send(received, answer, response);
        return;
      case "says":
        send(received, reply.answer, response, reply.retryAfter);
        return;
      case "cuts":
        send(received, { ...answer, body: cut(answer.body) }, response);
        return;
      case "empties":
        received.isTrue = !isRead(received.endpoint);
        send(received, { ...answer, body: "" }, response);
        return;
      case "otherType":
        received.isTrue = true;
        send(received, { ...answer, contentType: "application/octet-stream" }, response);
        return;
      case "another":
        send(received, { ...answer, body: aboutAnother(answer.body) }, response);
    }
  }

  #withhold({ socket }: ServerResponse): void {
    const port = socket?.remotePort;
    this.#withheld.add(port);
    socket?.once("close", () => this.#withheld.delete(port));
  }
}

function isWrite({ endpoint }: Asked): boolean {
  return !isRead(endpoint);
}

function send(
  received: ReceivedRequest,
  { status, body, contentType }: Answer,
  response: ServerResponse,
  retryAfter = "",
): void {
  received.status = status;
  received.sent = body;
  const headers = {
    "content-type": contentType,
    connection: "close",
    ...(retryAfter === "" ? {} : { "retry-after": retryAfter }),
  };
  response.writeHead(status, headers).end(body);
}

function cut(body: string): string {
  return body.startsWith("{") && body.length > 2 ? body.slice(0, Math.ceil(body.length / 2)) : '{"sta';
}

/** About another pull request, as the answer shows. */
function aboutAnother(body: string): string {
  const shown: unknown = JSON.parse(body);
  if (!isRecord(shown) || !("state" in shown)) return body;
  return JSON.stringify({ ...shown, prNumber: 7, state: "MERGED", isCurrentlySubmittedToQueue: false });
}

function endpointOf(url: string): string {
  return url.replace(/^\/v1\//, "").replace(/\?.*/, "");
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  const body: unknown = text === "" ? {} : JSON.parse(text);
  return isRecord(body) ? body : {};
}
