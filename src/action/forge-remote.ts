/** The repository at the event's own server, as git reaches it. That server alone gets the token. */
import { basicCredential, type Remote } from "../targets/git/git-environment.js";
import type { Given } from "./operation.js";

export function forgeRemote(given: Given): Remote {
  const { inputs, run } = given;
  const token = inputs.value("github-token") ?? null;
  if (token !== null) given.mask(basicCredential(token));
  const { owner, name } = given.repository();
  return { url: `${run.serverUrl.replace(/\/+$/, "")}/${owner}/${name}`, token };
}
