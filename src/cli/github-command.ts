/** `merge-queue github`: connects a service to GitHub. */
import type { Command } from "commander";
import type { Finish } from "./exit-codes.js";
import type { SetupFlags } from "./server/github-setup/setup-options.js";
import type { Surroundings } from "./surroundings.js";

const HELP = `
It registers a private GitHub App with exactly the permissions that the service needs, stores its key, the webhook's secret
and the settings in the data folder (readable by this user only), waits until you have installed the App, runs the doctor,
and creates an API token and the queue. Then it shows two changes of the repository, the CI trigger of test branches and a
ruleset, and makes each only after your yes.

Run the same command again after an interruption: it continues after the last completed step, and overwrites no file.
--yes accepts the defaults, but neither of the two changes: --open-pull-request and --create-ruleset accept those.

Without --url GitHub sends no webhooks, and the service polls every ten seconds.

Examples:
  merge-queue github setup --repo acme/shop --url https://queue.acme.dev
  merge-queue github setup --repo acme/shop --url https://queue.acme.dev --data /var/lib/merge-queue --no-browser
  merge-queue github setup --repo acme/shop --url https://queue.acme.dev --github-url https://github.acme.dev
  merge-queue github setup --repo acme/shop --url https://queue.acme.dev --yes --open-pull-request

Exit codes: 0 done, 1 refused or interrupted, 2 wrong use, 3 GitHub or the database unavailable, 4 time limit passed.`;

export function addGitHubCommand(program: Command, surroundings: Surroundings, finish: Finish): void {
  const github = program.command("github").description("Connect a service to GitHub.");
  github
    .command("setup")
    .description("Register the GitHub App, install it, and prepare a repository, step by step.")
    .requiredOption("--repo <owner/name>", "the repository that gets a queue")
    .option("--url <address>", "public address of the service, where GitHub sends webhooks")
    .option("--org <name>", "the organization that owns the repository. Default: GitHub is asked")
    .option(
      "--data <folder>",
      "folder for the key, the secrets, the settings and the service's data",
      "merge-queue-data",
    )
    .option("--github-url <address>", "address of an Enterprise Server", "https://github.com")
    .option(
      "--name <name>",
      "name of the App. Default: merge-queue-OWNER; you may change it on GitHub's page",
    )
    .option("--branch <name>", "the target branch. Default: the default branch of the repository")
    .option("--concurrency <count>", "test runs in parallel. Default: asked for, 3")
    .option("--landing <way>", "how pull requests land: push, head-push or merge. Default: asked for, push")
    .option(
      "--check <name>",
      "a check that the ruleset requires; repeatable. Default: the jobs that ran lately",
      collected,
    )
    .option("--no-browser", "print the addresses instead of opening them, and read the code from stdin")
    .option("--timeout <duration>", "longest wait for the registration, and for the installation", "15m")
    .option("--yes", "take the defaults without asking")
    .option("--open-pull-request", "open the pull request with the CI trigger without asking")
    .option("--create-ruleset", "create the ruleset without asking; needs --admin-token-file")
    .option(
      "--admin-token-file <path>",
      "token of an administrator that creates the ruleset; it is not stored",
    )
    .addHelpText("after", HELP)
    .action(async (flags: SetupFlags) => {
      const { setUpGitHub } = await import("./server/github-setup/setup.js");
      finish(await setUpGitHub(flags, surroundings));
    });
}

function collected(name: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), name];
}
