/** People and bots as GitHub's API shows them: https://docs.github.com/en/rest/users/users */
import type { JsonObject } from "../../json-object.js";
import type { GitHubWorld } from "../world.js";

export function presentUser(world: GitHubWorld, login: string): JsonObject {
  return {
    login,
    id: world.userId(login),
    node_id: `U_${login}`,
    avatar_url: `${world.webUrl}/avatars/${encodeURIComponent(login)}`,
    url: `${world.apiUrl}/users/${encodeURIComponent(login)}`,
    html_url: `${world.webUrl}/${encodeURIComponent(login)}`,
    type: login.endsWith("[bot]") ? "Bot" : "User",
    site_admin: false,
  };
}
