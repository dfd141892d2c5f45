import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'unit', include: ['contract/src/**/*.test.ts', 'server/src/**/*.test.ts'], testTimeout: 30_000 },
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
    ],
  },
})
