import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Maximum layout shift score: a fifth of 0.1, the limit of a good page. A list that moves by one row scores more. */
export const largestShift = 0.02

/**
 * Reloads the page and fails the test if visible elements move while the page loads.
 * @param ready waits for the element that appears last
 */
export async function expectNoLayoutShift(page: Page, ready: () => Promise<unknown>): Promise<void> {
  await observeLayoutShift(page)
  await page.reload()
  await ready()
  expect(await layoutShiftOf(page)).toBeLessThanOrEqual(largestShift)
}

/** Makes every page that opens from now on observe which elements move. */
export const observeLayoutShift = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const state = { sum: 0 }
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) state.sum += (entry as PerformanceEntry & { value: number }).value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { layoutShift: () => (add(observer.takeRecords()), state.sum) })
  })

/** Returns the layout shift score of the page since it was opened. */
export const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { layoutShift: () => number }).layoutShift())
