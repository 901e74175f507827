/** @type {import("jest").Config} */
export default {
  testEnvironment: "node",
  // Stories wait for timers more than they compute: one worker a core, none kept free.
  maxWorkers: "100%",
  // A slow machine is no failure.
  testTimeout: 60_000,
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      {
        jsc: { target: "es2023", parser: { syntax: "typescript" } },
        module: { type: "es6" },
        sourceMaps: "inline",
      },
    ],
  },
  modulePathIgnorePatterns: ["<rootDir>/dist", "<rootDir>/var"],
  collectCoverageFrom: ["src/core/**/*.ts"],
};
