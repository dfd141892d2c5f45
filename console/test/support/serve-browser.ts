import { chromium, type Browser } from 'playwright-core'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { serveChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket endpoint of the browser in which all test files of a project open their pages. */
    browserEndpoint: string
  }
}

/** Starts one browser for all test files. @returns a function that closes the browser */
export default async function serveBrowser(project: TestProject): Promise<() => Promise<void>> {
  const server = await serveChromium()
  project.provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}

/** Connects a test file to the browser of all test files. Closing the connection does not close the browser. */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject('browserEndpoint'))
