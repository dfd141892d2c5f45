import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser, focusedText } from './support/browser.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const { administrator } = await organizations()()

/** Returns true if nothing covers the middle of the focused element. */
const isFocusInView = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement!
    const { left, top, width, height } = focused.getBoundingClientRect()
    const topmost = document.elementFromPoint(left + width / 2, top + height / 2)
    return topmost !== null && (focused.contains(topmost) || topmost.contains(focused))
  })

test('the link that skips to the content appears above the sidebar when it gets the focus', async () => {
  const page = await open('/incidents', { as: administrator })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toBe('Skip to content')
  await expect.poll(() => isFocusInView(page)).toBe(true)
})
