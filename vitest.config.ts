import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A file mostly waits for what runs beside it: PostgreSQL, servers, a browser.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: { name: 'unit', include: ['{contract,server,console,client}/src/**/*.test.ts'], testTimeout: 30_000 },
      },
      {
        test: {
          name: 'server',
          include: ['server/test/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['acceptance/**/*.test.ts'],
          globalSetup: ['acceptance/start-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // The same specs, with the SDK between them and the server wherever it has a call for what they send.
          name: 'acceptance-through-client',
          include: [
            'acceptance/{creation,comments}-*.test.ts',
            'acceptance/list-{bounds,filters,search,sorting-and-paging}.test.ts',
            'acceptance/{extensions,incident-media,media-urls,tenancy}.test.ts',
          ],
          provide: { throughClient: true },
          globalSetup: ['acceptance/start-server.ts'],
          setupFiles: ['acceptance/expect-client-used.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'client',
          include: ['client/test/**/*.test.ts'],
          // What is tested is what is published.
          globalSetup: ['client/build.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'console',
          include: ['console/test/**/*.test.ts'],
          globalSetup: ['console/test/build-and-start.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // What a page shows soon may take seconds on a busy machine; whoever waits for it is not timing it.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
