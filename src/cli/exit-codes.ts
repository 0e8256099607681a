/** What the command's exit code says. */
export const EXIT = {
  done: 0,
  /** The queue said no, or the pull request did not land. */
  refused: 1,
  wrongUse: 2,
  unreachable: 3,
  deadline: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Sets the exit code of the call; a command that says nothing is done. */
export type Finish = (code: ExitCode) => void;
