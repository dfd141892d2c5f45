import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Open menus and lists hang at the end of the body, where Mantine puts them. */
const outsideLandmarks = ['region']

/** Fails naming every rule of WCAG 2.2 AA that the page breaks, and where; when nothing on it fades in or out any more. */
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

/** Fails where the page is wider than the screen: on a phone nothing may have to be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const content = await page.evaluate(() => document.documentElement.scrollWidth)
  // Not `innerWidth`, which on a phone grows with what is too wide.
  expect(content).toBeLessThanOrEqual(page.viewportSize()!.width)
}
