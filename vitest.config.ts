import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Timeouts in milliseconds, long enough for a busy machine. They only end tests and polls that would never finish. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 40_000 } } }

/**
 * Lets the specs of one worker share the modules that they import, so that each worker loads the server only once. In a
 * trial with 20 specs, loading the server for each spec took a third of the CPU time. No spec disturbs the next one,
 * because modules have no state, and a spec that replaces a function restores it.
 */
const sharedModules = { isolate: false }

export default defineConfig({
  test: {
    // Run one test file more than there are cores, because test files often wait for PostgreSQL, servers or a browser.
    // With one file per core, the cores were idle for a third of the time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: { ...patience, name: 'unit', include: ['{contract,server,demo,console,client}/src/**/*.test.ts'] },
      },
      {
        test: {
          ...patience,
          ...sharedModules,
          name: 'server',
          include: ['server/test/**/*.test.ts'],
          globalSetup: ['server/test/support/template-database.ts'],
        },
      },
      {
        test: {
          ...patience,
          ...sharedModules,
          name: 'acceptance',
          include: ['acceptance/**/*.test.ts'],
          globalSetup: ['acceptance/support/start-server.ts'],
        },
      },
      {
        test: {
          ...patience,
          ...sharedModules,
          // Acceptance specs whose requests go through the SDK wherever the SDK has a suitable call.
          name: 'acceptance-through-client',
          include: [
            'acceptance/{creation,comments,incident}-*.test.ts',
            'acceptance/list-{bounds,filters,search,sorting-and-paging}.test.ts',
            'acceptance/{extensions,media-urls,tenancy,tenancy-changes}.test.ts',
          ],
          provide: { throughClient: true },
          globalSetup: ['acceptance/support/start-server.ts'],
          setupFiles: ['acceptance/support/expect-client-used.ts'],
        },
      },
      {
        test: {
          ...patience,
          name: 'client',
          include: ['client/test/**/*.test.ts'],
          // Build the package first, because the tests use the published form of the package.
          globalSetup: [
            'client/build.ts',
            'console/test/support/serve-browser.ts',
            'server/test/support/template-database.ts',
          ],
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...patience,
          ...sharedModules,
          name: 'console',
          include: ['console/test/**/*.test.ts'],
          globalSetup: [
            'console/test/support/build-and-start.ts',
            'console/test/support/serve-browser.ts',
            'server/test/support/template-database.ts',
          ],
          // Retry a failed test once: on a busy machine, about one browser test per full run fails, but passes when it
          // runs alone. The report marks each retried test with `retry x1`, so that its race can be found and fixed.
          retry: 1,
        },
      },
    ],
  },
})
