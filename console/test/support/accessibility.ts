import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Mantine puts open menus and lists at the end of the body, outside all landmarks. */
const outsideLandmarks = ['region']

/** Fails with every violation of WCAG 2.2 AA on the page and its elements. Waits for running transitions first. */
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

/** Fails if the page is wider than the screen, since no page may need sideways scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const content = await page.evaluate(() => document.documentElement.scrollWidth)
  // `innerWidth` would not do: on a phone it grows with content that is too wide.
  expect(content).toBeLessThanOrEqual(page.viewportSize()!.width)
}
