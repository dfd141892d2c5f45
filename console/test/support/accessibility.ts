import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Disabled axe rules. Mantine renders open menus and lists at the end of the body, outside all landmarks. */
const outsideLandmarks = ['region']

/**
 * Fails the test if axe finds violations of WCAG 2.2 AA or of best practices on the page, and lists all of them.
 * Waits for running CSS transitions first.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((each) => !(each instanceof CSSTransition) || each.playState !== 'running'),
  )
  const { violations } = await new AxeBuilder({ page }).withTags(wcag).disableRules(outsideLandmarks).analyze()
  expect(
    violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    })),
  ).toEqual([])
}

/** Fails the test if the page is wider than the screen, because no page may need horizontal scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const content = await page.evaluate(() => document.documentElement.scrollWidth)
  // Do not compare with `window.innerWidth`, because on a phone it grows with content that is too wide.
  expect(content).toBeLessThanOrEqual(page.viewportSize()!.width)
}
