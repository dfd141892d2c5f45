import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * What is waited for comes in milliseconds, and on a busy machine in seconds: whoever waits for it is not timing it, and
 * these limits end only what would never come.
 */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 40_000 } } }

export default defineConfig({
  test: {
    // A file mostly waits for what runs beside it: PostgreSQL, servers, a browser.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: { ...patience, name: 'unit', include: ['{contract,server,demo,console,client}/src/**/*.test.ts'] },
      },
      {
        test: {
          ...patience,
          name: 'server',
          include: ['server/test/**/*.test.ts'],
          globalSetup: ['server/test/support/template-database.ts'],
        },
      },
      {
        test: {
          ...patience,
          name: 'acceptance',
          include: ['acceptance/**/*.test.ts'],
          globalSetup: ['acceptance/support/start-server.ts'],
        },
      },
      {
        test: {
          ...patience,
          // The same specs, with the SDK between them and the server wherever it has a call for what they send.
          name: 'acceptance-through-client',
          include: [
            'acceptance/{creation,comments}-*.test.ts',
            'acceptance/list-{bounds,filters,search,sorting-and-paging}.test.ts',
            'acceptance/{extensions,incident-media,media-urls,tenancy}.test.ts',
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
          // What is tested is what is published.
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
          name: 'console',
          include: ['console/test/**/*.test.ts'],
          globalSetup: [
            'console/test/support/build-and-start.ts',
            'console/test/support/serve-browser.ts',
            'server/test/support/template-database.ts',
          ],
          // On a busy machine about one browser test of each whole run fails, and passes alone. The report names each test
          // that needed its second try (`retry x1`), so that its race can be found and mended.
          retry: 1,
        },
      },
    ],
  },
})
