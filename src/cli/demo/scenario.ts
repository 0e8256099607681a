/** What a demo plays: a bare repository with pull requests, how they are tested, and who should land. */

export interface DemoPullRequest {
  readonly number: number;
  readonly title: string;
}

export interface Scenario {
  /** The bare repository that the queue serves. */
  readonly repository: string;
  readonly targetBranch: string;
  readonly testCommand: string;
  readonly pullRequests: readonly DemoPullRequest[];
  /** Numbers of those that must land, in order; null when the demo cannot know. */
  readonly landing: readonly number[] | null;
}
