import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["dist", "coverage", "reports", "var"]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: {
      reportUnusedDisableDirectives: "error",
      reportUnusedInlineConfigs: "error",
    },
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: true },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/strict-boolean-expressions": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "no-console": "error",
      "max-lines": ["error", { max: 250, skipBlankLines: false, skipComments: false }],
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 4],
      complexity: ["error", { max: 10, variant: "modified" }],
      "max-depth": ["error", 3],
    },
  },
  {
    files: ["src/core/**"],
    rules: {
      "no-restricted-globals": ["error", "fetch", "process", "setTimeout", "setInterval", "Buffer"],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: "Take the time as an argument." },
        { object: "Math", property: "random", message: "The core is deterministic." },
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "Take the time as an argument.",
        },
        {
          selector:
            "AwaitExpression, FunctionDeclaration[async=true], ArrowFunctionExpression[async=true]",
          message: "The core is synchronous.",
        },
      ],
    },
  },
  {
    files: ["test/**", "scripts/**"],
    rules: { "max-lines-per-function": "off" },
  },
  {
    files: ["src/cli/**", "scripts/**"],
    rules: { "no-console": "off" },
  },
  {
    files: ["*.js", "*.cjs"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { module: "writable" } },
  },
  prettier,
);
