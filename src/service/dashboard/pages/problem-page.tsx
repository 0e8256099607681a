/** The page for everything that cannot be shown: what happened, and what to do next. */
import { type Frame, Layout } from "../views/layout.js";

export interface Problem {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 502 | 503;
  readonly title: string;
  /** May contain untrusted text. */
  readonly sentence: string;
  /** A command line that helps; may contain untrusted text. */
  readonly command?: string;
  readonly next: { readonly text: string; readonly href: string };
}

export function ProblemPage({ frame, problem }: { readonly frame: Frame; readonly problem: Problem }) {
  return (
    <Layout
      frame={frame}
      title={problem.title}
      crumbs={[
        { text: "Queues", href: frame.addresses.home },
        { text: problem.title, href: null },
      ]}
    >
      <h1>{problem.title}</h1>
      <p class="sentence">
        {problem.sentence}
        {problem.command !== undefined && (
          <>
            {" "}
            Run <code>{problem.command}</code>
          </>
        )}
      </p>
      <p>
        <a href={problem.next.href}>{problem.next.text}</a>
      </p>
    </Layout>
  );
}
