import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser, focusedText } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const { administrator, key } = await organizations()()

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

// A zoom of 200 % turns a window of 1280 × 800 pixels into a window of 640 × 400.
test.each(['/overview', '/incidents/new', '/organization', '/configuration/draft', 'an incident'])(
  'at a zoom of 200 %, no bar covers a control of %s that gets the focus',
  async (path) => {
    const incident = await createExternally(key, { description: 'The door stands open.', tags: ['door'] })
    const page = await open(path.startsWith('/') ? path : `/incidents/${incident.id}`, { as: administrator })
    await page.setViewportSize({ width: 640, height: 400 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.locator('#content').focus()
    const covered: (string | null | undefined)[] = []
    const isInContent = () => page.evaluate(() => document.activeElement?.closest('#content') !== null)
    for (await page.keyboard.press('Tab'); await isInContent(); await page.keyboard.press('Tab')) {
      if (!(await isFocusInView(page))) covered.push(await focusedText(page))
    }
    expect(covered).toEqual([])
  },
)
