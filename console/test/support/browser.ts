import type { Browser, BrowserContext, ConsoleMessage, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { connectBrowser } from './serve-browser.ts'
import type { Account } from './organization.ts'

const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const
type Screen = keyof typeof screens

interface OpenOptions {
  screen?: Screen
  colorScheme?: 'light' | 'dark'
  /** User who is signed in before the page opens; undefined for a visitor who is not signed in. */
  as?: Account
  /** Origin of the server; the shared demo by default. */
  server?: string
}

export type OpenPage = (path: string, options?: OpenOptions) => Promise<Page>

/**
 * Connects the test file to the browser and returns a function that opens a page in a new browser context.
 * After each test, the pages are closed, and the test fails if a page has reported an error or has sent a request to
 * another host. Call `browser` at the top level of the file.
 */
export function browser(): OpenPage {
  let running: Browser
  let contexts: BrowserContext[] = []
  let errors: string[] = []
  beforeAll(async () => {
    running = await connectBrowser()
  })
  afterAll(() => running?.close())
  afterEach(async () => {
    const reported = errors
    await Promise.all(contexts.map((context) => context.close()))
    ;[contexts, errors] = [[], []]
    expect(reported).toEqual([])
  })

  return async (path, { screen = 'desktop', colorScheme = 'light', as, server = serverUrl() } = {}) => {
    const context = await running.newContext({
      ...screens[screen],
      baseURL: server,
      colorScheme,
      locale: 'en-GB',
      reducedMotion: 'reduce',
    })
    contexts.push(context)
    context.setDefaultTimeout(40_000)
    if (as) await signIn(context, as)
    const page = await context.newPage()
    watch(page, server, (error) => errors.push(error))
    await page.goto(path)
    return page
  }
}

/** Returns true if the element has the focus. */
export const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement)

/** Returns the text of the focused element. */
export const focusedText = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent)

/** Returns true if the full height of the element is inside the window. */
export const isInView = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })

/**
 * Rejects each new connection of the page for live updates. An open connection stays open.
 * @returns a function that allows new connections again
 */
export async function blockLiveUpdates(page: Page): Promise<() => void> {
  let isBlocked = true
  await page.route('**/api/console/events', (route) => (isBlocked ? route.fulfill({ status: 429 }) : route.fallback()))
  return () => {
    isBlocked = false
  }
}

/** Returns the origin of the shared demo. */
export const serverUrl = (): string => new URL(inject('demo').consoleUrl).origin

/** Signs in with a request of the browser context, so that the context has the session cookie. */
export async function signIn(context: BrowserContext, { email, password }: Account): Promise<void> {
  const response = await context.request.post('/api/console/session', { data: { email, password } })
  if (!response.ok()) throw new Error(`signing in answered ${await response.text()}`)
}

/** Returns the headers that the server requires for each write, for requests that a test sends without the console. */
export async function writeHeaders(page: Page): Promise<Record<string, string>> {
  const session = await page.request.get('/api/console/session')
  const { csrfToken } = (await session.json()) as { csrfToken: string }
  return { 'x-csrf-token': csrfToken, origin: new URL(page.url()).origin }
}

function watch(page: Page, server: string, report: (error: string) => void): void {
  page.on('pageerror', (error) => report(`page error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (isUnexpected(message)) report(`${message.type()}: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== server) report(`asked another host: ${request.url()}`)
  })
}

/**
 * Returns true for an error or warning in the browser console, except those that tests cause on purpose: rejections by
 * the API, requests that fail because the browser is offline, and uploads of a file that was deleted.
 */
const isUnexpected = (message: ConsoleMessage): boolean =>
  ['error', 'warning'].includes(message.type()) &&
  !/^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_(INTERNET_DISCONNECTED|FILE_NOT_FOUND))/.test(
    message.text(),
  ) &&
  !/^(ApiProblem: Can’t reach the server|TypeError: Failed to fetch dynamically imported module)/.test(message.text())
