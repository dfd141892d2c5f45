import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { multiplyIncident } from '../../server/test/support/multiply-incident.ts'
import { cards, column } from './support/board-page.ts'
import { browser, isInView } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

/** Returns how many pixels the page and the cards of the column “Open” are scrolled. */
const scrolledPx = async (page: Page) => ({
  page: await page.evaluate(() => window.scrollY),
  column: await cards(page, 'Open')
    .first()
    .evaluate((card) => card.closest('ul')!.parentElement!.scrollTop),
})

test('a long column of the board scrolls separately, also by keyboard, while its head and the filters stay in place', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 29)
  const page = await open('/board', { as: member })
  await expect.poll(() => cards(page, 'Open').count()).toBe(30)
  await cards(page, 'Open').first().getByRole('link').focus()
  await page.keyboard.press('End')
  await expect.poll(async () => (await scrolledPx(page)).column).toBeGreaterThan(500)
  expect((await scrolledPx(page)).page).toBe(0)
  expect(await isInView(column(page, 'Open').getByRole('heading', { name: 'Open' }))).toBe(true)
  expect(await isInView(page.getByRole('group', { name: 'Filters' }))).toBe(true)
})

test('the key k brings a card above the visible part of its column into view', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 29)
  const page = await open('/board', { as: member })
  await expect.poll(() => cards(page, 'Open').count()).toBe(30)
  await cards(page, 'Open').nth(20).getByRole('link').focus()
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('k')
  await expect.poll(() => isInView(cards(page, 'Open').first())).toBe(true)
  await expect.poll(async () => (await scrolledPx(page)).column).toBeLessThan(5)
})

test('in a low window, the whole board scrolls with the page', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 9)
  const page = await open('/board', { as: member })
  await page.setViewportSize({ width: 844, height: 390 })
  await expect.poll(() => cards(page, 'Open').count()).toBe(10)
  await page.evaluate(() => window.scrollTo(0, 400))
  await expect.poll(async () => (await scrolledPx(page)).page).toBe(400)
})

test('on a phone, every card of the board has its move button, 44 pixels large, at the same place', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { name: 'Short' })
  await createExternally(key, { name: 'The cold room at the back keeps sounding its alarm although it is closed' })
  const page = await open('/board', { as: member, screen: 'phone' })
  await expect.poll(() => cards(page, 'Open').count()).toBe(2)
  const places = await column(page, 'Open')
    .getByRole('button', { name: /^Move / })
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { x, width, height } = button.getBoundingClientRect()
        return { x, width, height }
      }),
    )
  expect(places).toEqual([
    { x: places[0]!.x, width: 44, height: 44 },
    { x: places[0]!.x, width: 44, height: 44 },
  ])
})

test.each(['/board', '/split', '/incidents'])(
  'a search by number on the page %s ignores the filters, and a note says so',
  async (path) => {
    const { key, member } = await newOrganization()
    const { number } = await createExternally(key, { name: 'Freezer is warm' })
    await createExternally(key, { name: 'Another' })
    const page = await open(`${path}?state=closed&q=%23${number}`, { as: member })
    const found = page.locator('main :is([data-incident], [data-row-id])').getByRole('link')
    await expect.poll(() => found.allTextContents()).toEqual([expect.stringContaining('Freezer is warm')])
    await page.getByRole('status').filter({ hasText: 'Searching by number ignores the filters' }).waitFor()
    await page.getByRole('searchbox').fill('warm')
    await page.getByRole('status').filter({ hasText: 'ignores the filters' }).waitFor({ state: 'detached' })
  },
)
