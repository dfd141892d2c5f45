import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Rules of WCAG 2.2 AA and of best practices. `region` is disabled, because Mantine renders menus and lists outside all
 * landmarks. Collecting only violations halves the time of a run.
 */
const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { region: { enabled: false } },
  resultTypes: ['violations'],
}

/**
 * Waits for running CSS transitions to end. Then fails the test if axe finds violations of WCAG 2.2 AA or of best
 * practices on the page. The message lists all violations.
 */
export const expectNoAxeViolations = async (page: Page): Promise<void> => expect(await axeViolations(page)).toEqual([])

/** Returns the violations that axe finds on the page after running CSS transitions have ended. */
export async function axeViolations(page: Page) {
  await page.waitForFunction(() =>
    document.getAnimations().every((each) => !(each instanceof CSSTransition) || each.playState !== 'running'),
  )
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (given) => (window as unknown as { axe: typeof axe }).axe.run(given),
    options,
  )
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }))
}

/** Fails the test if the page is wider than the screen, because no page may need horizontal scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const content = await page.evaluate(() => document.documentElement.scrollWidth)
  // Compare with the viewport of Playwright. On a phone, `window.innerWidth` grows with content that is too wide.
  expect(content).toBeLessThanOrEqual(page.viewportSize()!.width)
}
