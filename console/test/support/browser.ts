import type { Browser, BrowserContext, ConsoleMessage, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { launchChromium } from './chromium.ts'
import type { Account } from './organization.ts'

const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const
type Screen = keyof typeof screens

interface OpenOptions {
  screen?: Screen
  colorScheme?: 'light' | 'dark'
  /** Signed in beforehand, without the form; nobody unless given. */
  as?: Account
  /** Another server than the shared demo. */
  server?: string
}

export type OpenPage = (path: string, options?: OpenOptions) => Promise<Page>

/**
 * Starts one browser for the test file and gives a way to open pages in it, each in a context of its own. After each test
 * they are closed, and the test fails where one of them met a fault, or asked another host for anything.
 * To be called at the top of the file.
 */
export function browser(): OpenPage {
  let running: Browser
  let contexts: BrowserContext[] = []
  let faults: string[] = []
  beforeAll(async () => {
    running = await launchChromium()
  })
  afterAll(() => running?.close())
  afterEach(async () => {
    const seen = faults
    await Promise.all(contexts.map((context) => context.close()))
    ;[contexts, faults] = [[], []]
    expect(seen).toEqual([])
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
    watch(page, server, (fault) => faults.push(fault))
    await page.goto(path)
    return page
  }
}

/** Whether keys reach it. */
export const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement)

/** Of what keys reach. */
export const focusedText = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent)

/** Whether somebody who looks at the page sees all of it. */
export const isInSight = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })

/**
 * Keeps a page from hearing of what happens elsewhere, from when it next asks.
 * @returns how to let it hear again.
 */
export async function refuseNews(page: Page): Promise<() => void> {
  let isRefused = true
  await page.route('**/api/console/events', (route) => (isRefused ? route.fulfill({ status: 429 }) : route.fallback()))
  return () => {
    isRefused = false
  }
}

/** Of the shared demo, without a path. */
export const serverUrl = (): string => new URL(inject('demo').consoleUrl).origin

/** Gives the context the cookie of a session. */
export async function signIn(context: BrowserContext, { email, password }: Account): Promise<void> {
  const answer = await context.request.post('/api/console/session', { data: { email, password } })
  if (!answer.ok()) throw new Error(`signing in answered ${await answer.text()}`)
}

/** What the console sends along when it writes, for calls beside the page. */
export async function writeHeaders(page: Page): Promise<Record<string, string>> {
  const session = await page.request.get('/api/console/session')
  const { csrfToken } = (await session.json()) as { csrfToken: string }
  return { 'x-csrf-token': csrfToken, origin: new URL(page.url()).origin }
}

function watch(page: Page, server: string, report: (fault: string) => void): void {
  page.on('pageerror', (error) => report(`fault: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (isFault(message)) report(`${message.type()}: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== server) report(`asked another host: ${request.url()}`)
  })
}

/** The browser notes every refusal of the API as an error, and what a test makes it ask offline; both are answers. */
const isFault = (message: ConsoleMessage): boolean =>
  ['error', 'warning'].includes(message.type()) &&
  !/^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/.test(
    message.text(),
  ) &&
  !/^(ApiProblem: The server cannot be reached|TypeError: Failed to fetch dynamically imported module)/.test(
    message.text(),
  )
