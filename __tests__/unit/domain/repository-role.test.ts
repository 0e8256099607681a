/** The one table of what a role permits, for commands in comments and for the web pages. */
import { expect, it } from "@jest/globals";
import {
  leastRoleFor,
  REPOSITORY_ROLES,
  roleAllows,
  scopesOfRole,
  strongestRole,
} from "../../../src/domain/repository-role.js";

it("gives each role its scopes, and no role what only programs do", () => {
  expect(REPOSITORY_ROLES.map((role) => [role, scopesOfRole(role).join(" ")])).toEqual([
    ["none", ""],
    ["read", "read"],
    ["triage", "read"],
    ["write", "read submit priority"],
    ["maintain", "read submit priority admin"],
    ["admin", "read submit priority admin"],
  ]);
  expect([leastRoleFor("targets"), roleAllows("admin", "targets")]).toEqual([null, false]);
});

it.each([
  [["write", "maintain"], "maintain"],
  [["read", "security-auditor"], "read"],
  [["security-auditor", ""], "none"],
  [["Admin"], "none"],
  [[], "none"],
])("takes the strongest known role of %j", (names, role) => {
  expect(strongestRole(names)).toBe(role);
});
