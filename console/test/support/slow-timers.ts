import type { Page } from 'playwright-core'

/** Imitates a busy machine: a timer without a delay runs after one second, so after the next key press of a test. */
export async function slowTimers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const later = window.setTimeout
    Object.assign(window, { setTimeout: (run: () => void, delayMs = 0) => later(run, delayMs || 1_000) })
  })
}
