/** The page of a queue's landings: each with its proof, and each move of the branch that was not a landing. */
import type { CommitId } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { repositoryKey, repositoryName } from "../../../domain/repository.js";
import { shellWord } from "../../../domain/shell-word.js";
import type { LandingsView, OutsideMove, ShownLanding } from "../reading/landings-view.js";
import { type Frame, Layout } from "../views/layout.js";
import { QueueNav } from "../views/queue-nav.js";
import { Clock } from "../views/time.js";

export interface LandingsPageProps {
  readonly frame: Frame;
  readonly name: QueueName;
  /** Identifies what the page shows. */
  readonly tag: string;
  readonly view: LandingsView;
}

export function LandingsPage(props: LandingsPageProps) {
  const { frame, name, tag, view } = props;
  const title = `${repositoryName(name.repository)} › ${name.targetBranch}`;
  return (
    <Layout
      frame={frame}
      title={`${title} · landings`}
      crumbs={[
        { text: "Queues", href: frame.addresses.home },
        { text: title, href: frame.addresses.queue(name) },
        { text: "Landings", href: null },
      ]}
      polled={tag}
    >
      <QueueNav frame={frame} name={name} current="landings" />
      <h1>{answer(name, view)}</h1>
      <p class="note">
        From the proofs that the queue keeps of its landings. To compare each commit of the branch with them,
        and to name those who pushed the others, run{" "}
        <code>
          merge-queue verify {shellWord(name.targetBranch)} --repo {shellWord(repositoryKey(name.repository))}
        </code>
        ; its exit code is for CI.
      </p>
      {view.moves.length > 0 && <Moves {...props} />}
      {view.isCut && (
        <p class="note">
          These are the newest {view.landings}. <code>merge-queue verify</code> reads all.
        </p>
      )}
    </Layout>
  );
}

function answer({ targetBranch }: QueueName, { landings, outside, isCut }: LandingsView): string {
  if (landings === 0) return `Nothing has landed on ${targetBranch} yet`;
  const moves = landings + outside;
  const times = moves === 1 ? "once" : `${moves} times`;
  const since = isCut ? `Since the oldest landing below, ${targetBranch}` : targetBranch;
  if (outside === 0)
    return `${since} moved ${times}, ${moves === 1 ? "" : "each time "}by a landing of the queue`;
  return `${since} moved ${times}, ${outside === 1 ? "once" : `${outside} times`} outside the queue`;
}

function Moves({ frame, name, view }: LandingsPageProps) {
  return (
    <div class="scroll" role="region" aria-label="Landings" tabindex={0}>
      <table class="entries">
        <thead>
          <tr>
            <th scope="col">Landed</th>
            <th scope="col">Pull requests</th>
            <th scope="col">Commit</th>
            <th scope="col">What landed</th>
          </tr>
        </thead>
        <tbody>
          {view.moves.map((move) =>
            move.kind === "landing" ? (
              <LandingRow frame={frame} name={name} landing={move} />
            ) : (
              <OutsideRow name={name} move={move} />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

interface LandingRowProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly landing: ShownLanding;
}

function LandingRow({ frame, name, landing: { at, pullRequests, to, proof } }: LandingRowProps) {
  return (
    <tr>
      <td>
        <Clock at={at} />
      </td>
      <td>
        {pullRequests.map((number, index) => (
          <>
            {index > 0 && ", "}
            <a href={frame.addresses.pullRequest(name, number)}>#{number}</a>
          </>
        ))}
      </td>
      <td>
        <Commit id={to} />
      </td>
      <td>{proof}</td>
    </tr>
  );
}

function OutsideRow({ name, move }: { readonly name: QueueName; readonly move: OutsideMove }) {
  const { from, to, after, before } = move;
  return (
    <tr class="amber">
      <td>
        after <Clock at={after} />
        {before !== null && (
          <>
            {" "}
            and before <Clock at={before} />
          </>
        )}
      </td>
      <td>
        <span class="mark">⚠ outside the queue</span>
      </td>
      <td>
        <Commit id={to} />
      </td>
      <td>
        moved from <Commit id={from} />:{" "}
        <code>
          git log {from.slice(0, SHORT)}..{to.slice(0, SHORT)}
        </code>{" "}
        on {name.targetBranch} names the commits
      </td>
    </tr>
  );
}

const SHORT = 12;

function Commit({ id }: { readonly id: CommitId }) {
  return <code title={id}>{id.slice(0, SHORT)}</code>;
}
