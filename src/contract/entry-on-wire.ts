/** The objects that several endpoints share. */
import * as z from "zod/mini";
import { PRIORITIES } from "../domain/priority.js";
import {
  described,
  flag,
  momentOnWire,
  oneOf,
  onWire,
  pullRequestNumberOnWire,
  stateIn,
  text,
} from "./schema.js";
import { PULL_REQUEST_STATES } from "./states.js";

export const repositoryOnWire = described(
  z.object({
    host: text("Host name of the forge, such as github.com."),
    owner: text("Owner of the repository: a person or an organisation."),
    name: text("Name of the repository."),
  }),
  "The repository. Host, owner and name compare without regard to case.",
  { id: "Repository" },
);

export const queueOnWire = {
  repo: repositoryOnWire,
  targetBranch: text("The branch the queue protects; may contain slashes."),
};

export const pullRequestOnWire = {
  ...queueOnWire,
  pr: described(z.object({ number: pullRequestNumberOnWire }), "The pull request."),
};

/** An entry, in lists and alone. */
export const entryOnWire = {
  id: z.optional(onWire("Id of the entry; kept when the pull request is submitted again.")),
  state: z.optional(stateIn(PULL_REQUEST_STATES, "Where the pull request is in the queue.")),
  stateChangedAt: momentOnWire("When the state began."),
  stateReason: z.optional(onWire("Code of the reason for this state.")),
  priorityValue: described(z.number(), "Lower values go first; 0 is urgent."),
  priorityName: oneOf(
    [...Object.keys(PRIORITIES), "custom"],
    "Name of the priority; custom for a value that has none.",
  ),
  usedDefaultPriorityName: z.optional(onWire("Present if no priority was given and the default applied.")),
  skipTheLine: flag("True when the priority is 0."),
  noBatch: z.optional(flag("Tested alone.")),
  prNumber: described(z.number(), "Number of the pull request."),
  prTitle: onWire("Title of the pull request; untrusted text."),
  prSha: onWire("Head commit of the pull request, not the tested commit."),
  prBaseBranch: onWire("Base branch of the pull request."),
  prAuthor: onWire("Author of the pull request; untrusted text."),
};

export const emptyReply = described(z.object({}), "Empty: the status is the whole reply.");

export const MERGEABILITIES = ["unspecified", "in_progress", "mergeable", "not_mergeable"] as const;

export const readinessOnWire = described(
  z.object({
    hasImpactedTargets: z.optional(flag("Targets are known for the current head. Absent: not checked.")),
    requiresImpactedTargets: flag("The queue runs in parallel mode and needs them."),
    doesBaseBranchMatch: flag("The base of the pull request is the queue's branch."),
    gitHubMergeability: described(
      z.pipe(
        z.string(),
        described(
          z.transform((word: string) => word.toLowerCase()),
          "",
          { override: { type: "string" } },
        ),
      ),
      "The mergeability that the forge reports.",
      { override: { type: "string", enum: [...MERGEABILITIES] } },
    ),
    unmetRules: z.optional(
      described(
        z.array(z.string()),
        "Unmet rules of the target branch, each in words for people; untrusted text.",
      ),
    ),
  }),
  "Conditions for admission to the queue.",
);

export const errorOnWire = described(
  z.object({
    error: z.object({
      code: onWire("Code of the refusal, for programs."),
      message: onWire("Description of the refusal, for people."),
      retryable: z.optional(flag("False: repeating the request cannot succeed until an operator acts.")),
    }),
  }),
  "An error.",
  { id: "Error" },
);
