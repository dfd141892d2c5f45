import type { Page } from 'playwright-core'

/** As on a busy machine: what the page puts off for a moment comes after the next key. */
export async function putOff(page: Page): Promise<void> {
  await page.evaluate(() => {
    const later = window.setTimeout
    Object.assign(window, { setTimeout: (run: () => void, delayMs = 0) => later(run, delayMs || 1_000) })
  })
}
