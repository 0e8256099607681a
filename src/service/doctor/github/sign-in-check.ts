/** Checks that people can sign in with GitHub: whose client id it is, its secret, and where GitHub returns the browser. */
import { codeOf, errorText } from "../../../domain/thrown.js";
import { sendHttp } from "../../webhooks/send-http.js";
import { broken, type Check, doubtful, type Found, fine, RestsOn } from "../finding.js";
import { IDENTITY_CHECK, type PlainAnswer, type Questions, statusWords } from "./questions.js";

export interface SignInSettings {
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  /** The address of the sign-in page; null: the service has no public address. */
  readonly page: string | null;
  /** Registered in the App's settings. */
  readonly callback: string | null;
}

const ANSWER_MS = 5000;
const MOST_BYTES = 100_000;
/** Of no use anywhere. GitHub answers about it only to the client with the right secret. */
const NO_TOKEN = "gho_0000000000000000000000000000000000000000";

export function signInCheck(questions: Questions, settings: SignInSettings): Check {
  return {
    name: "sign-in with GitHub",
    look: async () => {
      const { clientId, clientSecret, page, callback } = settings;
      if (clientId === null || clientSecret === null || page === null || callback === null) {
        return [fine("not set up; people sign in with tokens (docs/how-to/sign-in.md)")];
      }
      return [
        ...(await clientFindings(questions, clientId)),
        secretFinding(await questions.asClient(clientId, clientSecret, NO_TOKEN)),
        await pageFinding(page, callback),
      ];
    },
  };
}

async function clientFindings(questions: Questions, clientId: string): Promise<readonly Found[]> {
  if (questions.access.kind === "token") {
    return [doubtful("a token does not show whose client id it is", "compare it with the App's settings")];
  }
  const { body: app } = await questions.app();
  if (app === null) throw new RestsOn(IDENTITY_CHECK);
  const { client_id: expected, slug } = app;
  if (expected === undefined || expected === clientId)
    return [fine(`the client id belongs to the App ${slug}`)];
  const says = `the client id is not that of the App ${slug}: another App would ask people for their consent`;
  return [broken(says, `set \`githubClientId\` to ${expected}`)];
}

/** GitHub knows no such token, and states this only to a client that it accepts. */
function secretFinding(answer: PlainAnswer): Found {
  if (answer.status === 404 || answer.status === 422) return fine("GitHub accepts the client secret");
  const says = `GitHub does not accept the client id with its secret: ${statusWords(answer)}`;
  if (answer.status !== 401) return doubtful(says, "run the doctor again");
  const next = "generate a client secret in the App's settings, and set `githubClientSecret` to it";
  return broken(says, next);
}

/** GitHub does not show the callback addresses of an App, so the finding names the needed one. */
async function pageFinding(page: string, callback: string): Promise<Found> {
  const needed = `the App's settings need the callback URL ${callback}`;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const reason = await sendHttp(new URL(page), { signal, mostBytes: MOST_BYTES }).then(
    ({ status, text }) =>
      status === 200 && text.includes("Sign in with GitHub") ? null : `it answers ${status}`,
    (error: unknown) => (signal.aborted ? "no answer in time" : codeOf(error) || errorText(error)),
  );
  if (reason === null) return fine(`${page} answers; ${needed}`);
  const next = "start the service, and check from another machine that `publicUrl` leads to it";
  return doubtful(`${page} does not show the sign-in from here (${reason}); ${needed}`, next);
}
