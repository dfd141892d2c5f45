import type { Page } from 'playwright-core'

/** Imitates a busy machine: timers without a delay run after one second, so later than the next key. */
export async function slowTimers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const later = window.setTimeout
    Object.assign(window, { setTimeout: (run: () => void, delayMs = 0) => later(run, delayMs || 1_000) })
  })
}
