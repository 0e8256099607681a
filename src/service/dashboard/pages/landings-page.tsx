/** The page of a queue's landings: each with its proof, and each move of the branch that was not a landing. */
import { assertNever } from "../../../domain/assert-never.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { repositoryKey, repositoryName } from "../../../domain/repository.js";
import { shellWord } from "../../../domain/shell-word.js";
import type { How } from "../../../domain/verify-branch.js";
import type { LandingsView, OutsideMove, ShownLanding, ShownStranger } from "../reading/landings-view.js";
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
        From the proofs that the queue keeps of its landings{comparedWith(view)}. To compare each commit of
        the branch with them, run{" "}
        <code>
          merge-queue verify {shellWord(name.targetBranch)} --repo {shellWord(repositoryKey(name.repository))}
        </code>{" "}
        in a checkout; its exit code is for CI.
      </p>
      {view.line === "notNow" && view.outside > 0 && (
        <p class="note">
          The repository cannot be read now, so the commits of moves outside the queue have no authors here.
          Load the page again in a minute.
        </p>
      )}
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

function comparedWith({ line, compared }: LandingsView): string {
  if (line !== "read" || compared === 0) return "";
  return `, compared with the newest ${compared === 1 ? "commit" : `${compared} commits`} of the branch`;
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

function LandingRow({ frame, name, landing }: LandingRowProps) {
  const { at, pullRequests, to, proof, strangers } = landing;
  return (
    <tr class={strangers.length > 0 ? "amber" : undefined}>
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
      <td>
        {proof}
        {strangers.length > 0 && (
          <>
            {" "}
            <span class="mark">⚠ not as it was tested</span>
            <Strangers strangers={strangers} />
          </>
        )}
      </td>
    </tr>
  );
}

interface OutsideRowProps {
  readonly name: QueueName;
  readonly move: OutsideMove;
}

function OutsideRow({ name, move }: OutsideRowProps) {
  const { to, after, before } = move;
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
        <OutsideWay name={name} move={move} />
      </td>
    </tr>
  );
}

function OutsideWay({ name, move: { from, to, end, strangers } }: OutsideRowProps) {
  switch (end) {
    case "listed":
      return (
        <>
          moved from <Commit id={from} />: <Strangers strangers={strangers} />
        </>
      );
    case "back":
      return (
        <>
          moved from <Commit id={from} /> back to a commit that was on the branch before
        </>
      );
    case "gone":
      return (
        <>
          moved from <Commit id={from} /> to a commit that is no longer on the branch
        </>
      );
    case "unread":
      return (
        <>
          moved from <Commit id={from} />:{" "}
          <code>
            git log {from.slice(0, SHORT)}..{to.slice(0, SHORT)}
          </code>{" "}
          on {name.targetBranch} names the commits
        </>
      );
    default:
      return assertNever(end);
  }
}

const MOST_STRANGERS = 20;
const MOST_CHARACTERS = 200;

const HOW: Readonly<Record<How, string>> = {
  pushedOutside: "direct push",
  mergedOutside: "merge commit",
  notAsTested: "landed by the queue with another tree than the tested one",
};

function Strangers({ strangers }: { readonly strangers: readonly ShownStranger[] }) {
  const more = strangers.length - MOST_STRANGERS;
  return (
    <ul>
      {strangers.slice(0, MOST_STRANGERS).map((stranger) => (
        <li>
          <Commit id={stranger.commit} /> {HOW[stranger.how]} by {peopleOf(stranger)}
          {stranger.committedAt !== null && (
            <>
              , <Clock at={stranger.committedAt} />
            </>
          )}
          : {bounded(stranger.subject)}
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}

function peopleOf({ author, committer }: ShownStranger): string {
  return author === committer ? bounded(author) : `${bounded(author)}, committed by ${bounded(committer)}`;
}

function bounded(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

const SHORT = 12;

function Commit({ id }: { readonly id: string }) {
  return <code title={id}>{id.slice(0, SHORT)}</code>;
}
