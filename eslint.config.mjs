import tseslint from "typescript-eslint";

/** Types carry the rules that matter most here: floating promises and unsafe values are errors. */
export default tseslint.config(
  { ignores: ["dist/", "lib/", "node_modules/", "coverage/", "reports/", "**/*.mjs", "bin/"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/domain/ids.ts"],
    rules: {
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
    },
  },
  {
    files: ["src/engine/**/*.ts", "src/domain/**/*.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        "process",
        "setTimeout",
        "setInterval",
        "fetch",
        "console",
        "performance",
        "crypto",
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: "The core reads no clock.",
        },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "The core reads no clock.",
        },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: "The core draws no chance.",
        },
        { selector: ":function[async=true]", message: "The core is synchronous." },
      ],
    },
  },
);
