import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { localReceivers } from '../../../server/test/support/receiver.ts'
import { makeTemporaryFolder, removeFolder } from '../../../server/test/support/temporary-folder.ts'
import type { PrintedDemo } from '../../../server/test/support/tocsin-process.ts'
import { buildConsole } from './build-console.ts'
import { startDemo } from '../../../server/test/support/demo-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    demo: PrintedDemo
    /** Data folder of the demo, which contains its database. */
    dataFolder: string
    /** Folder that contains the console as built for this test run. */
    consoleFolder: string
  }
}

/**
 * Builds the console into a temporary folder and starts one demo server for all test files.
 * @returns a function that stops the server and deletes the folder
 */
export default async function buildAndStart(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeTemporaryFolder('console')
  const [consoleFolder, dataFolder] = [join(folder, 'dist'), join(folder, 'data')]
  try {
    await buildConsole(consoleFolder)
    const demo = await startDemo({ DATA_DIR: dataFolder, CONSOLE_DIR: consoleFolder, ...localReceivers })
    project.provide('demo', demo.access)
    project.provide('dataFolder', dataFolder)
    project.provide('consoleFolder', consoleFolder)
    return async () => {
      await demo.stop()
      await removeFolder(folder)
    }
  } catch (error) {
    await removeFolder(folder)
    throw error
  }
}
