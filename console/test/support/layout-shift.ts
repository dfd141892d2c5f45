import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A fifth of what browsers call good: much less than a list that moves by one of its rows. */
const largestShift = 0.02

/**
 * Loads the page again, and fails where something moves after it has been drawn.
 * @param ready waits for the last thing that appears.
 */
export async function expectNoLayoutShift(page: Page, ready: () => Promise<unknown>): Promise<void> {
  await page.addInitScript(() => {
    const state = { sum: 0 }
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) state.sum += (entry as PerformanceEntry & { value: number }).value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { layoutShift: () => (add(observer.takeRecords()), state.sum) })
  })
  await page.reload()
  await ready()
  const shift = await page.evaluate(() => (window as unknown as { layoutShift: () => number }).layoutShift())
  expect(shift).toBeLessThanOrEqual(largestShift)
}
