import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Maximum layout shift score. A good page may have 0.1, but this limit also notices a list that moves by one row. */
export const largestShift = 0.02

/**
 * Reloads the page and fails the test if visible elements move while the page loads.
 * @param ready waits for the element that appears last
 */
export async function expectNoLayoutShift(page: Page, ready: () => Promise<unknown>): Promise<void> {
  await observeLayoutShift(page)
  await page.reload()
  await ready()
  const { score, moved } = await layoutShiftOf(page)
  expect(score > largestShift ? moved : []).toEqual([])
}

/** Layout shift score of a page, and the beginning of the HTML of each element that moved. */
interface LayoutShift {
  score: number
  moved: string[]
}

/** Makes every page that opens from now on observe which elements move. */
export const observeLayoutShift = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    const state: LayoutShift = { score: 0, moved: [] }
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as Shift[]) {
        state.score += entry.value
        for (const { node } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          if (element) state.moved.push(element.outerHTML.slice(0, 120))
        }
      }
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { layoutShift: () => (add(observer.takeRecords()), state) })
  })

/** Returns what has moved on the page since it was opened. */
export const layoutShiftOf = (page: Page): Promise<LayoutShift> =>
  page.evaluate(() => (window as unknown as { layoutShift: () => LayoutShift }).layoutShift())
