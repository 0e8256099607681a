/** Answers `/HOST/OWNER/NAME/settings`: the settings of a queue, as a page or as JSON. */
import { endpoints } from "../../../contract/endpoints.js";
import type { Repository } from "../../../domain/repository.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { presentConfiguration } from "../../http/serialize.js";
import { answerPage } from "../answer-page.js";
import { SettingsPage } from "../pages/settings-page.js";
import { settingsView } from "../reading/settings-view.js";
import { frameOf, type Serving, wantsJson } from "../serving.js";
import { mayAct } from "../session/reader.js";
import { forQueue } from "./for-queue.js";

export async function showSettings(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
): Promise<Response> {
  return forQueue(c, serving, repository, async ({ name, queue }, reader) => {
    const { queues, stateCase } = serving.service;
    if (wantsJson(c)) return Promise.resolve(answerJson(c, presentConfiguration(queue, stateCase)));
    const mayChange =
      reader.kind === "session" && mayAct(reader, endpoints.updateQueue.scope, name.repository);
    const page = SettingsPage({
      ...{ frame: frameOf(c, serving, reader), name },
      settings: settingsView(queue.settings, queues.forge),
      runs: queue.runs.length,
      csrf: mayChange ? reader.csrf : null,
    });
    return Promise.resolve(answerPage(c, page));
  });
}
