import type { Page } from 'playwright-core'

/**
 * Imitates a busy machine: a timer without a delay runs only after one second. A test can thus press the next key
 * before the timer runs.
 */
export async function slowTimers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const later = window.setTimeout
    Object.assign(window, { setTimeout: (run: () => void, delayMs = 0) => later(run, delayMs || 1_000) })
  })
}
