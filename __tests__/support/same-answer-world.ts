/**
 * Every place that answers "why has it not landed?", about one queue: `merge-queue why`, the page, the comment and the
 * check on GitHub, and the job summary of the Action, each by its real code against the real service in memory.
 */

import { rendered } from "../../src/action/markup.js";
import type { Summary } from "../../src/action/report.js";
import { runStep } from "../../src/action/run-step.js";
import { Runtime } from "../../src/action/runtime.js";
import { pullRequestNumber } from "../../src/domain/ids.js";
import type { QueueName } from "../../src/domain/queue-name.js";
import { decide } from "../../src/engine/decide.js";
import type { Queue } from "../../src/engine/model/queue.js";
import { readNewestView } from "../../src/service/github/status/read-status-view.js";
import type { PullRequestStatus } from "../../src/service/github/status/status.js";
import { statusOf } from "../../src/service/github/status/status-of.js";
import { listen } from "../../src/service/http/http-server.js";
import { TOKEN } from "./api-world.js";
import { callCommand } from "./command-line.js";
import { isJsonObject } from "./json-object.js";
import { type PagesWorld, pagesWorld } from "./pages-world.js";
import type { Story } from "./queue-builder.js";

const MINUTE_MS = 60_000;
const AROUND = { testBranchPrefix: "mq-merge/", pageOf: () => null };

export interface Answers {
  /** Lines of `merge-queue why`, the sentence first. */
  readonly why: readonly string[];
  /** The JSON of the page. */
  readonly page: Readonly<Record<string, unknown>>;
  /** The text of the page. */
  readonly pageText: string;
  readonly github: PullRequestStatus;
  /** The rows of the job summary, by label. */
  readonly summary: Readonly<Record<string, string>>;
}

const NAME: QueueName = {
  repository: { host: "github.com", owner: "octo", name: "shop" },
  targetBranch: "main",
};

/** Of an entry in this queue, so many minutes after its last event. */
export async function answersWaiting(queue: Queue, number: number, later = 0): Promise<Answers> {
  return answersIn(number, async ({ queues }) => {
    await queues.store.create(NAME, queue);
    queues.clock = queue.now + later * MINUTE_MS;
  });
}

/** Of an entry at the end of a story, whose decisions are saved one after the other. */
export async function answersAfter(story: Story, number: number): Promise<Answers> {
  return answersIn(number, async ({ queues }) => {
    let queue = story.beginning;
    await queues.store.create(NAME, queue);
    for (const [version, event] of story.events.entries()) {
      const decision = decide(queue, event);
      await queues.store.commit(NAME, version, event, decision);
      ({ queue } = decision);
    }
    queues.clock = queue.now;
  });
}

async function answersIn(number: number, happens: (world: PagesWorld) => Promise<void>): Promise<Answers> {
  const world = await pagesWorld();
  await happens(world);
  const server = await listen(world.app, { host: "127.0.0.1", port: 0 }, { limits: { graceMs: 0 } });
  try {
    return await answersOf(world, `${server.url}/v1`, number);
  } finally {
    world.streams.close();
    await server.close();
  }
}

async function answersOf(world: PagesWorld, apiUrl: string, number: number): Promise<Answers> {
  const environment = { MERGE_QUEUE_API_TOKEN: TOKEN, MERGE_QUEUE_API_URL: apiUrl };
  const words = ["why", String(number), "--repo", "github.com/octo/shop", "--branch", "main"];
  const { stdout } = await callCommand(words, { environment });
  const path = `/github.com/octo/shop/pull/${number}?branch=main`;
  const cookie = await world.signIn();
  const page = await (await world.get(path, { cookie })).text();
  const json: unknown = await (await world.get(path, { cookie, accept: "application/json" })).json();
  if (!isJsonObject(json)) throw new Error("the page has no JSON");
  return {
    why: stdout.split("\n"),
    page: json,
    pageText: textOf(/<section class="verdict[\s\S]*?<\/section>/.exec(page)?.[0] ?? ""),
    github: await statusIn(world, number),
    summary: await summaryOf({
      "api-url": apiUrl,
      "api-token": TOKEN,
      "repo-host": "github.com",
      repository: "octo/shop",
      "target-branch": "main",
      "pr-number": String(number),
    }),
  };
}

async function statusIn({ queues }: PagesWorld, number: number): Promise<PullRequestStatus> {
  const stored = await queues.store.load(NAME);
  if (stored === null) throw new Error("there is no queue");
  // The queue's own time moves with its events.
  const at = { ...stored, queue: { ...stored.queue, now: queues.now() } };
  const view = await readNewestView(at, pullRequestNumber(number), AROUND, queues.store);
  if (view === null) throw new Error(`there is no #${number}`);
  return statusOf(view);
}

function textOf(html: string): string {
  return html
    .replaceAll(/<code>|<\/code>/g, "`")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&#(\d+);/g, (_whole, digits: string) => String.fromCodePoint(Number(digits)))
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ");
}

/** The runner of a step: its inputs, and what it writes into the summary. */
class SummaryRuntime extends Runtime {
  readonly rows: Record<string, string> = {};
  readonly #inputs: Readonly<Record<string, string>>;

  constructor(inputs: Readonly<Record<string, string>>) {
    super();
    this.#inputs = inputs;
  }

  override input(name: string): string {
    return { operation: "status", ...this.#inputs }[name] ?? "";
  }

  override environment(): string {
    return "";
  }

  override mask(): void {
    // The runner would print the secret.
  }

  override log(): void {
    // Only the summary counts here.
  }

  override warn(message: string): void {
    throw new Error(message);
  }

  override error(message: string): void {
    throw new Error(message);
  }

  override setOutput(): void {
    // There is no later step.
  }

  override async writeSummary({ rows }: Summary): Promise<void> {
    for (const row of rows) {
      const [, label = "", content = ""] =
        /^\| ([^|]*) \| (.*) \|$/.exec(rendered(row, (text) => text)) ?? [];
      this.rows[label] = content.replaceAll(/&#(\d+);/g, (_whole, digits: string) =>
        String.fromCodePoint(Number(digits)),
      );
    }
    return Promise.resolve();
  }
}

async function summaryOf(
  inputs: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const runtime = new SummaryRuntime(inputs);
  const { signal } = new AbortController();
  if ((await runStep(runtime, { stop: signal, end: signal })) !== 0) throw new Error("the step failed");
  return runtime.rows;
}
