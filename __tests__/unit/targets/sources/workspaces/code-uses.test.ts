/** What changed code uses although no manifest declares it: another package by its name, or by a path. */
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { causesOf, targetsOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, string>>;

const NODE: Files = {
  "package.json": '{"name":"fx","workspaces":["packages/*"],"devDependencies":{"shared":"^1"}}',
  "packages/core/package.json": '{"name":"@fx/core"}',
  "packages/core/a.js": "1\n",
  "packages/ui/package.json": '{"name":"ui","dependencies":{"middle":"*","left":"^1"}}',
  "packages/middle/package.json": '{"name":"middle","dependencies":{"deep":"*"}}',
  "packages/deep/package.json": '{"name":"deep"}',
  "packages/docs/package.json": '{"name":"docs","dependencies":{"ui":"*"}}',
  "packages/ui/old.ts": 'import core from "@fx/core";\n',
};

function impact(files: Files, changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const base = MemoryTree.of(files);
  return targetsOf(workspacesSource(), base, base.with(changes));
}

describe("an import of a package that no manifest declares", () => {
  it.each([
    'import core from "@fx/core";',
    "import '@fx/core/styles.css';",
    "export * from '@fx/core'",
    'const { a } = await import("@fx/core");',
    "const core = require('@fx/core/lib/a');",
    "jest.mock(`@fx/core`);",
    "vi.importActual('@fx/core')",
    'import(/* webpackChunkName: "core" */ "@fx/core");',
    "import(\n  /* a */\n  /* @vite-ignore */ '@fx/core'\n);",
    "import {\n  a,\n  b,\n} from '@fx/core';",
  ])("counts the package as used: %s", async (code) => {
    expect(await impact(NODE, { "packages/ui/x.ts": `${code}\n` })).toEqual(["@fx/core", "docs", "ui"]);
  });

  it("counts in a file that is only edited, or deleted", async () => {
    const after = `// edited\n${NODE["packages/ui/old.ts"]}`;
    expect(await impact(NODE, { "packages/ui/old.ts": after })).toEqual(["@fx/core", "docs", "ui"]);
    expect(await impact(NODE, { "packages/ui/old.ts": null })).toEqual(["@fx/core", "docs", "ui"]);
  });

  it("makes no list longer for what is declared, also over several steps, and for the package itself", async () => {
    const code =
      'import "middle"; import "deep"; import "ui"; import "fs"; import "node:path"; import "left";\n';
    expect(await impact(NODE, { "packages/ui/x.ts": code })).toEqual(["docs", "ui"]);
  });

  it.each([
    ["prose", "packages/ui/x.md", 'import "@fx/core"'],
    ["a longer name", "packages/ui/x.ts", 'import "@fx/core-js/x"; import "shared"'],
    ["text that imports nothing", "packages/ui/x.ts", 'log("@fx/core", x);'],
  ])("is not %s", async (_name, path, code) => {
    const list = await impact(NODE, { [path]: code });
    expect(list.filter((one) => one !== "package.json")).toEqual(["docs", "ui"]);
  });

  it("shares the resolution of names if the name is new and nothing provides it", async () => {
    const list = await impact(NODE, { "packages/ui/x.ts": 'import "soon";\n' });
    expect(list).toEqual(["docs", "package.json", "ui"]);
    const known = { ...NODE, "packages/ui/x.ts": 'import "soon";\n' };
    expect(await impact(known, { "packages/ui/x.ts": 'import "soon"; //\n' })).toEqual(["docs", "ui"]);
  });

  it("names the file as the cause", async () => {
    const base = MemoryTree.of(NODE);
    const head = base.with({ "packages/ui/x.ts": 'import "@fx/core";\n' });
    expect(await causesOf(workspacesSource(), base, head)).toMatchObject({
      "@fx/core": "imported packages/ui/x.ts",
    });
  });

  it("reads a hostile file in a moment", async () => {
    const started = performance.now();
    await impact(NODE, {
      "packages/ui/x.ts": `from${" ".repeat(200_000)}${"import(".repeat(100_000)}${"import(/*".repeat(50_000)}`,
    });
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("a path into another package", () => {
  it.each([
    ["packages/ui/x.ts", "import '../core/a.js'"],
    ["packages/ui/x.ts", "readFileSync(join(__dirname, '../core/data/x.json'))"],
    ["packages/ui/x.ts", "require.resolve(`../core/${name}`)"],
    ["packages/ui/deep/x.css", "@import '../../core/a.css'"],
    ["packages/ui/x.html", '<script src="../core/a.js">'],
  ])("counts the package as used: %s with %s", async (path, code) => {
    expect(await impact(NODE, { [path]: code })).toEqual(["@fx/core", "docs", "ui"]);
  });

  it("counts only where it leaves the package", async () => {
    expect(await impact(NODE, { "packages/ui/deep/x.ts": "import '../core/a.js'" })).toEqual(["docs", "ui"]);
  });

  it("shares the resolution of all workspaces if nothing is there", async () => {
    const list = await impact(NODE, { "packages/ui/x.ts": "import '../soon/a.js'" });
    expect(list).toEqual(["docs", "package.json", "ui"]);
  });
});

describe("an import of a Go module that go.mod does not require", () => {
  const GO: Files = {
    "go.work": "go 1.22\nuse (\n\t./core\n\t./core/v2\n\t./app\n)\n",
    "core/go.mod": "module ex/core\ngo 1.22\n",
    "core/v2/go.mod": "module ex/core/v2\ngo 1.22\n",
    "app/go.mod": "module ex/app\ngo 1.22\n",
  };

  it("counts the module with the longest path", async () => {
    expect(await impact(GO, { "app/a.go": 'import "ex/core/sub"\n' })).toEqual(["ex/app", "ex/core"]);
    expect(await impact(GO, { "app/a.go": 'import "ex/core/v2/sub"\n' })).toEqual(["ex/app", "ex/core/v2"]);
    expect(await impact(GO, { "app/a.go": 'import "ex/corelib"\n' })).toEqual(["ex/app"]);
  });
});

describe("an import of a Python project that no manifest declares", () => {
  const PYTHON: Files = {
    "pyproject.toml": '[tool.uv.workspace]\nmembers = ["packages/*"]\n',
    "packages/core/pyproject.toml": '[project]\nname = "shop-core"\n',
    "packages/web/pyproject.toml": '[project]\nname = "web"\n',
    "packages/app/pyproject.toml": '[project]\nname = "app"\ndependencies = ["web"]\n',
    "packages/web/a.py": "1\n",
  };
  /** Without the target for the resolution of names. */
  async function projectsAfter(code: string): Promise<readonly string[]> {
    const list = await impact(PYTHON, { "packages/web/a.py": `${code}\n` });
    return list.filter((name) => name !== "pyproject.toml");
  }

  it.each([
    "import shop_core",
    "from shop_core.prices import price",
    "    import os, shop_core as core",
    "from shop.core import price",
    "from shop import core",
    "from shop import other, core as c",
    "from shop import (\n    other,  # a (comment)\n    core,\n)",
    "from shop import other, \\\n    core",
    "import os as system, shop_core",
    "a = 1; import shop_core",
    "a = 1; from shop import core",
  ])("counts the project as used: %s", async (code) => {
    expect(await projectsAfter(code)).toEqual(["app", "shop-core", "web"]);
  });

  it.each([
    "from . import shop_core",
    "# import shop_core",
    "import shop_corelib",
    "from shop import x as core",
    "x = 'import shop_core'",
  ])("is not %s", async (code) => {
    expect(await projectsAfter(code)).toEqual(["app", "web"]);
  });

  describe("and that the repository lacks", () => {
    const files = {
      ...PYTHON,
      "uv.lock": "version = 1\n",
      "packages/web/pyproject.toml":
        '[project]\nname = "web"\ndependencies = ["requests>=2", "google-cloud-storage"]\n',
      "packages/web/helpers/units.py": "",
      "packages/web/old.py": "import newly_made\n",
    };
    const added = { "packages/newly-made/pyproject.toml": '[project]\nname = "newly-made"\n' };

    it.each(["import newly_made", "from newly_made.prices import price", "from newly import made"])(
      "shares a target with a change that adds it: %s",
      async (code) => {
        const asking = await impact(files, { "packages/web/a.py": `${code}\n` });
        const adding = await impact(files, added);
        expect(asking.filter((name) => adding.includes(name))).toEqual(["uv.lock"]);
      },
    );

    it.each([
      "import os, sys.path",
      "from __future__ import annotations",
      "import requests.auth",
      "import google.cloud.storage as storage",
      "import units",
      "from helpers.units import metre",
      "from . import prices",
    ])("is not a module of Python, of a requested package or of the repository: %s", async (code) => {
      expect(await impact(files, { "packages/web/a.py": `${code}\n` })).toEqual(["app", "web"]);
    });

    describe("with modules of that name elsewhere", () => {
      const guarded = { "packages/web/a.py": "try:\n    import newly_made\nexcept ImportError:\n    pass\n" };
      const impactWith = (path: string) => impact({ ...files, [path]: "" }, guarded);

      it.each([
        "packages/app/tests/newly_made/__init__.py",
        "packages/app/src/newly_made/a.py",
        "packages/app/newly_made.py",
        "tools/newly_made/__init__.py",
        "tools/newly_made.py",
      ])("shares the target: %s is of another package, or in a folder outside all", async (path) => {
        const adding = await impact({ ...files, [path]: "" }, added);
        expect((await impactWith(path)).filter((name) => adding.includes(name))).toEqual(["uv.lock"]);
      });

      it.each([
        "packages/web/src/newly_made/__init__.py",
        "packages/web/tests/newly_made.py",
        "newly_made/__init__.py",
        "newly_made.py",
      ])("does not: %s is of the package, or at the root", async (path) => {
        expect(await impactWith(path)).toEqual(["app", "web"]);
      });

      it("shares the target if the change deletes the module, or adds it", async () => {
        const path = "packages/web/newly_made.py";
        const deleting = await impact({ ...files, [path]: "" }, { ...guarded, [path]: null });
        expect(deleting).toEqual(["app", "uv.lock", "web"]);
        expect(await impact(files, { ...guarded, [path]: "" })).toEqual(["app", "uv.lock", "web"]);
      });
    });

    describe("in a namespace that the importer shares", () => {
      const NAMESPACE: Files = {
        ...files,
        "packages/billing/pyproject.toml": '[project]\nname = "billing-service"\n',
        "packages/billing/src/acme/prices.py": "",
        "packages/web/src/acme/shop/main.py": "1\n",
        "packages/web/tests/helpers/deep/units.py": "",
      };
      const guarded = (code: string) => `try:\n    ${code}\nexcept ImportError:\n    pass\n`;
      const importing = (code: string, more: Files = {}) =>
        impact({ ...NAMESPACE, ...more }, { "packages/web/src/acme/shop/main.py": guarded(code) });

      it.each(["import acme.billing", "from acme import billing", "from acme.shop.billing import price"])(
        "shares a target with a change that adds it to another project: %s",
        async (code) => {
          const path = `packages/billing/src/acme/${code.includes("shop") ? "shop/" : ""}billing.py`;
          const adding = await impact(NAMESPACE, { [path]: "" });
          expect(adding).toEqual(["billing-service", "uv.lock"]);
          expect((await importing(code)).filter((name) => adding.includes(name))).toEqual(["uv.lock"]);
        },
      );

      it("shares it if only the folder at the root of the repository has the name", async () => {
        expect(await importing("import tools.billing", { "tools/prices.py": "" })).toContain("uv.lock");
        expect(await importing("import tools.prices", { "tools/prices.py": "" })).toEqual(["app", "web"]);
        const dotted = { "tools.billing.py": "", "tools/prices.py": "", "packages/web/tools.billing.py": "" };
        expect(await importing("import tools.billing", dotted)).toContain("uv.lock");
      });

      it.each([
        ["import acme.shop.main", {}],
        ["from acme.shop.main import price, rate", {}],
        ["from helpers.deep.units import metre", {}],
        ["import acme.shop.billing", { "packages/web/src/acme/shop/__init__.py": "" }],
        ["import acme.billing", { "packages/web/src/acme/__init__.py": "" }],
      ])("needs none where a file of the importer runs: %s", async (code, more: Files) => {
        expect(await importing(code, more)).toEqual(["app", "web"]);
      });
    });

    it("asks for nothing where the import is not new", async () => {
      const code = "import newly_made  # edited\n";
      expect(await impact(files, { "packages/web/old.py": code })).toEqual(["app", "web"]);
    });
  });
});

describe("a module of Python with another name than its project", () => {
  const project = (name: string, rest = "") => `[project]\nname = "${name}"\n${rest}`;
  const CORE = "packages/core/pyproject.toml";
  const PYTHON: Files = {
    "pyproject.toml": '[tool.uv.workspace]\nmembers = ["packages/*"]\n',
    "uv.lock": "version = 1\n",
    [CORE]: project("shop-core"),
    "packages/web/pyproject.toml": project("web"),
    "packages/web/src/webmod/__init__.py": "",
    "packages/app/pyproject.toml": project("app", 'dependencies = ["web"]\n'),
    "packages/web/a.py": "1\n",
    "packages/app/a.py": "1\n",
  };
  const withCore = (inside: Files) => ({
    ...PYTHON,
    ...Object.fromEntries(Object.entries(inside).map(([path, text]) => [`packages/core/${path}`, text])),
  });
  const without = (list: readonly string[]) => list.filter((name) => name !== "uv.lock");

  const LAYOUTS: readonly (readonly [string, Files, string])[] = [
    ["src layout", { "src/baz/__init__.py": "" }, "import baz.deep as deep"],
    ["flat layout", { "baz/__init__.py": "" }, "from baz import price"],
    ["a namespace", { "src/shared/prices.py": "" }, "from shared import prices"],
    ["a namespace in flat layout", { "shared/prices/__init__.py": "" }, "from shared.prices.eur import rate"],
    ["py-modules", { "baz.py": "" }, "import os, baz"],
    ["a stub", { "src/baz.pyi": "" }, "import baz"],
    [
      "package-dir of setuptools",
      {
        "lib/baz.py": "",
        "pyproject.toml": project("shop-core", '[tool.setuptools]\npackage-dir = {"" = "lib"}\n'),
      },
      "import baz",
    ],
    [
      "package-dir for one package",
      {
        "code/deep.py": "",
        "pyproject.toml": project("shop-core", '[tool.setuptools.package-dir]\nbaz = "code"\n'),
      },
      "import baz.deep",
    ],
    [
      "packages.find of setuptools",
      {
        "lib/baz/__init__.py": "",
        "pyproject.toml": project("shop-core", '[tool.setuptools.packages.find]\nwhere = ["lib"]\n'),
      },
      "import baz",
    ],
    [
      "packages of hatch",
      {
        "lib/baz/__init__.py": "",
        "pyproject.toml": project("shop-core", '[tool.hatch.build.targets.wheel]\npackages = ["lib/baz"]\n'),
      },
      "import baz",
    ],
    [
      "sources of hatch",
      {
        "lib/__init__.py": "",
        "pyproject.toml": project("shop-core", '[tool.hatch.build.targets.wheel.sources]\n"lib" = "baz"\n'),
      },
      "import baz",
    ],
    [
      "packages of Poetry",
      {
        "lib/baz/__init__.py": "",
        "pyproject.toml": project(
          "shop-core",
          '[tool.poetry]\npackages = [{ include = "baz", from = "lib" }]\n',
        ),
      },
      "import baz",
    ],
    [
      "module-root of uv",
      {
        "lib/baz/__init__.py": "",
        "pyproject.toml": project(
          "shop-core",
          '[tool.uv.build-backend]\nmodule-name = "baz"\nmodule-root = "lib"\n',
        ),
      },
      "import baz",
    ],
    [
      "package-dir of PDM",
      { "lib/baz.py": "", "pyproject.toml": project("shop-core", '[tool.pdm.build]\npackage-dir = "lib"\n') },
      "import baz",
    ],
    [
      "python-source of maturin",
      {
        "python/baz.py": "",
        "pyproject.toml": project("shop-core", '[tool.maturin]\npython-source = "python"\n'),
      },
      "import baz",
    ],
  ];

  it.each(LAYOUTS)("is found: %s", async (_layout, inside, code) => {
    const list = await impact(withCore(inside), { "packages/web/a.py": `${code}\n` });
    expect(without(list)).toEqual(["app", "shop-core", "web"]);
  });

  it.each<readonly [string, Files, string]>([
    ["of the importing project", { "src/webmod/__init__.py": "" }, "import webmod.a"],
    ["of Python itself", { "src/json/__init__.py": "" }, "import json"],
    ["of tests", { "tests/__init__.py": "", "tests/rates.py": "" }, "from tests.rates import rate"],
    ["of another part of a namespace", { "src/shared/prices.py": "" }, "from shared.own import rate"],
    ["only the folder of a namespace", { "src/shared/prices.py": "" }, "import shared"],
    ["in a folder that is no root", { "data/deep/baz.py": "" }, "import baz"],
    ["behind another name", { "src/baz/__init__.py": "" }, "import bazaar, x.baz"],
  ])("is not found if it is %s", async (_case, inside, code) => {
    const files = { ...withCore(inside), "packages/web/src/shared/own.py": "" };
    expect(without(await impact(files, { "packages/web/a.py": `${code}\n` }))).toEqual(["app", "web"]);
  });

  it("needs no target for the resolution of names if its project is declared", async () => {
    expect(await impact(PYTHON, { "packages/app/a.py": "import webmod\n" })).toEqual(["app"]);
    expect(await impact(withCore({ "baz.py": "" }), { "packages/app/a.py": "import baz\n" })).toEqual([
      "app",
      "shop-core",
      "uv.lock",
    ]);
  });

  describe("that is new", () => {
    const files = withCore({ "src/baz/__init__.py": "", "src/shared/prices.py": "" });

    it.each([
      ["import fresh", "src/fresh/__init__.py"],
      ["import fresh", "fresh.py"],
      ["import shared.fresh", "src/shared/fresh.py"],
      ["from shared import fresh", "src/shared/fresh/__init__.py"],
    ])("shares a target with a change that imports it: %s, %s", async (code, path) => {
      const asking = await impact(files, { "packages/web/a.py": `${code}\n` });
      const adding = await impact(files, { [`packages/core/${path}`]: "" });
      expect(asking.filter((name) => adding.includes(name))).toEqual(["uv.lock"]);
    });

    it.each(["src/baz/fresh.py", "src/baz/deep/__init__.py", "tests/test_fresh.py", "conftest.py"])(
      "needs none where its package is known, or no project imports it: %s",
      async (path) => {
        expect(await impact(files, { [`packages/core/${path}`]: "" })).toEqual(["shop-core"]);
      },
    );
  });
});

describe("an import of a Dart package that no manifest declares", () => {
  const DART: Files = {
    "pubspec.yaml": "name: shop\nworkspace: [core, web, app]\n",
    "core/pubspec.yaml": "name: core\nresolution: workspace\n",
    "web/pubspec.yaml": "name: web\nresolution: workspace\ndependencies:\n  meta: any\n",
    "app/pubspec.yaml": "name: app\nresolution: workspace\ndependencies:\n  web: any\n",
  };

  it.each([
    "import 'package:core/a.dart';",
    'export "package:core/a.dart";',
    "import '../../core/lib/a.dart';",
  ])("counts the package as used: %s", async (code) => {
    expect(await impact(DART, { "web/lib/a.dart": code })).toEqual(["app", "core", "web"]);
  });

  it("shares the resolution of names if nothing provides it", async () => {
    const code = "import 'dart:io'; import 'package:web/b.dart'; import 'package:meta/meta.dart';";
    expect(await impact(DART, { "web/lib/a.dart": code })).toEqual(["app", "web"]);
    const soon = await impact(DART, { "web/lib/a.dart": "import 'package:soon/a.dart';" });
    expect(soon).toEqual(["app", "pubspec.yaml", "web"]);
    const path = await impact(DART, { "web/lib/a.dart": "import 'package:path/path.dart';" });
    expect(path).toEqual(["app", "pubspec.yaml", "web"]);
  });
});

it("counts a package of PHP that a file includes from another folder", async () => {
  const php = {
    "core/composer.json": '{"name":"a/core"}',
    "web/composer.json": '{"name":"a/web"}',
  };
  expect(await impact(php, { "web/src/a.php": "require __DIR__ . '/../../core/a.php';" })).toEqual([
    "a/core",
    "a/web",
  ]);
});
