/**
 * Mutation tests of one package's rules and calls by StrykerJS, in the package's folder:
 * `npx stryker run ../testing/stryker.config.mjs`, or `--mutate src/model/rules.ts` for one file.
 */
export default {
  mutate: ['src/**/{model,api,errors}/**/*.ts', '!src/**/*.test.ts'],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  reporters: ['clear-text', 'dots'],
  coverageAnalysis: 'perTest',
  // Each mutant of code that runs on import costs a run of all tests.
  ignoreStatic: true,
  // Tests that start a backend or render take minutes for each mutant.
  ignorePatterns: ['dist', 'test-results', '*.stack.test.ts', '*.test.tsx'],
  // A busy machine is no reason to count a mutant as killed.
  timeoutMS: 30_000,
  thresholds: { break: 90 },
}
