/** The exit codes of the command. */
export const EXIT = {
  done: 0,
  /** The service refused, or the pull request did not land. */
  refused: 1,
  wrongUse: 2,
  unreachable: 3,
  deadline: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Sets the exit code; without a call it is `done`. */
export type Finish = (code: ExitCode) => void;
