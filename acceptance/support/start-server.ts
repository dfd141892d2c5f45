import type { TestProject } from 'vitest/node'
import { startDemo } from '../../server/test/support/demo-process.ts'
import { makeTemporaryFolder, removeFolder } from '../../server/test/support/temporary-folder.ts'
import { givenTarget, type Target } from './environment.ts'

declare module 'vitest' {
  interface ProvidedContext {
    target: Target
  }
}

/**
 * Provides the specs with the server named in the environment variables, or starts a demo server for this test run.
 * @returns a function that stops the demo server; undefined if none was started
 */
export default async function startServer(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = givenTarget()
  if (given) return void project.provide('target', given)

  const dataFolder = await makeTemporaryFolder('acceptance')
  try {
    const { access, stop } = await startDemo({ DATA_DIR: dataFolder })
    project.provide('target', access)
    return async () => {
      await stop()
      await removeFolder(dataFolder)
    }
  } catch (error) {
    await removeFolder(dataFolder)
    throw error
  }
}
