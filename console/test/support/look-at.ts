import type { Page } from 'playwright-core'
import { axeViolations } from './accessibility.ts'
import { largestShift, layoutShiftOf } from './layout-shift.ts'

/**
 * Maximum distance in pixels from the top of the page to its content, on screens that are wide enough to show the head
 * in one line.
 */
const headMaximumPx = 110
const headMinimumWidthPx = 1024

/**
 * Checks the loaded page for everything that a program can see: accessibility, content that is wider than the screen,
 * cut labels, elements that moved while the page loaded, and the height of the head.
 * @returns a sentence for each finding.
 */
export async function lookAt(page: Page): Promise<string[]> {
  const { width } = page.viewportSize()!
  const [violations, shift, sizes] = [
    await axeViolations(page),
    await layoutShiftOf(page),
    await page.evaluate(measure),
  ]
  return [
    ...violations.map(({ id, help, where }) => `axe ${id}: ${help}: ${String(where[0]?.[0]).slice(0, 200)}`),
    ...(shift.score > largestShift
      ? [`elements moved while the page loaded: ${shift.score.toFixed(3)}: ${shift.moved.slice(0, 4).join(' and ')}`]
      : []),
    ...(sizes.contentPx > width ? [`the content is ${sizes.contentPx} px wide`] : []),
    ...(width >= headMinimumWidthPx && sizes.headPx > headMaximumPx ? [`the head is ${sizes.headPx} px high`] : []),
    ...sizes.cut.map((text) => `cut: ${text}`),
  ]
}

/** Measures the page. Runs in the browser, so it cannot use other parts of this file. */
function measure(): { contentPx: number; headPx: number; cut: string[] } {
  const controls = document.querySelectorAll<HTMLElement>('button, [role=tab], h1, h2, h3, label, legend')
  const cut = [...controls].filter((element) => {
    const { overflowX, textOverflow } = getComputedStyle(element)
    // Ignore the texts of a folded sidebar, which are hidden on purpose.
    const isFolded = element.closest('[data-folded]') !== null
    const isShown = !isFolded && element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1
    return (
      isShown && overflowX !== 'visible' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
    )
  })
  const top = document.querySelector('main')?.getBoundingClientRect().top ?? 0
  const [content, head] = [document.querySelector('main [data-content]'), document.querySelector('main header')]
  return {
    contentPx: document.documentElement.scrollWidth,
    headPx: Math.round((content?.getBoundingClientRect().top ?? head?.getBoundingClientRect().bottom ?? top) - top),
    cut: cut.map((element) => element.textContent),
  }
}
