/** The first page: every queue that the reader may see. */
import { repositoryName } from "../../../domain/repository.js";
import { counted } from "../../../domain/words.js";
import type { QueueSummary } from "../reading/queue-summaries.js";
import { type Frame, Layout } from "../views/layout.js";
import { QUEUE_MARKS, StateMark } from "../views/state-mark.js";
import { durationText, percentText, Since } from "../views/time.js";

interface QueuesPageProps {
  readonly frame: Frame;
  readonly queues: readonly QueueSummary[];
  /** The code host did not answer about some repositories. */
  readonly isIncomplete: boolean;
  /** Identifies what the page shows. */
  readonly tag: string;
}

export function QueuesPage({ frame, queues, isIncomplete, tag }: QueuesPageProps) {
  return (
    <Layout frame={frame} title="Queues" crumbs={[{ text: "Queues", href: null }]} polled={tag}>
      <h1>{headline(queues)}</h1>
      {isIncomplete && (
        <p class="banner" role="status">
          GitHub did not confirm that you may read some of the repositories. Load the page again in a minute.
        </p>
      )}
      {queues.length === 0 ? <NoQueues /> : <Table frame={frame} queues={queues} />}
    </Layout>
  );
}

function headline(queues: readonly QueueSummary[]): string {
  const sum = (of: (queue: QueueSummary) => number) => queues.reduce((total, queue) => total + of(queue), 0);
  const entries = sum(({ depth }) => depth);
  const landed = sum(({ landed24h }) => landed24h);
  return `${counted(queues.length, "queue")}, ${counted(entries, "entry", "entries")}, ${landed} landed in 24 h`;
}

function NoQueues() {
  return (
    <p>
      There is no queue that you may read. Create one with <code>merge-queue create-queue</code>, or sign in
      as a person or with a token that may read its repository.
    </p>
  );
}

function Table({ frame, queues }: Pick<QueuesPageProps, "frame" | "queues">) {
  return (
    <div class="scroll" role="region" aria-label="Queues" tabindex={0}>
      <table class="queues">
        <thead>
          <tr>
            <th scope="col">Queue</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Entries
            </th>
            <th scope="col" class="number">
              Testing
            </th>
            <th scope="col">Oldest wait</th>
            <th scope="col" class="number">
              P50
            </th>
            <th scope="col" class="number">
              P95
            </th>
            <th scope="col" class="number">
              Failed
            </th>
            <th scope="col" class="number">
              Flaky
            </th>
            <th scope="col" class="number">
              Landed in 24 h
            </th>
            <th scope="col">By hour</th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <Row frame={frame} queue={queue} />
          ))}
        </tbody>
      </table>
      <p class="note">
        P50 and P95: from submission to landing. Failed: of all that left. Flaky: test runs in which a check
        failed that passed on the same code. All of the last 24 hours.
      </p>
    </div>
  );
}

interface RowProps {
  readonly frame: Frame;
  readonly queue: QueueSummary;
}

function Row({ frame: { addresses, now }, queue }: RowProps) {
  const { name, state, depth, testing, oldestAt, landed24h, day } = queue;
  return (
    <tr>
      <td class="title">
        <a href={addresses.queue(name)}>
          {repositoryName(name.repository)} › {name.targetBranch}
        </a>
      </td>
      <td>
        <StateMark mark={QUEUE_MARKS[state]} />
      </td>
      <td class="number">{depth}</td>
      <td class="number">{testing}</td>
      <td>{oldestAt === null ? "–" : <Since at={oldestAt} now={now} />}</td>
      <td class="number">{day.p50Ms === null ? "–" : durationText(day.p50Ms)}</td>
      <td class="number">{day.p95Ms === null ? "–" : durationText(day.p95Ms)}</td>
      <td class="number">{day.failureRate === null ? "–" : percentText(day.failureRate)}</td>
      <td class="number">{day.flakeRate === null ? "–" : percentText(day.flakeRate)}</td>
      <td class="number">
        <a href={addresses.insights(name, { period: "24h" })}>
          {landed24h}
          <span class="unseen"> landed in {name.targetBranch}: insights</span>
        </a>
      </td>
      <td>
        <Sparkline counts={day.landedByHour} label={`${landed24h} landed, hour by hour`} />
      </td>
    </tr>
  );
}

const STEP = 4;
const HEIGHT = 20;

interface SparklineProps {
  readonly counts: readonly number[];
  readonly label: string;
}

/** Counts of equal spans as a small picture; the sentence beside it is its text. */
function Sparkline({ counts, label }: SparklineProps) {
  const most = Math.max(1, ...counts);
  const width = counts.length * STEP;
  return (
    <svg
      class="spark"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      {counts.map((count, index) => {
        const height = count === 0 ? 1 : Math.max(2, Math.round((count / most) * HEIGHT));
        return <rect x={index * STEP} y={HEIGHT - height} width={STEP - 1} height={height} />;
      })}
    </svg>
  );
}
