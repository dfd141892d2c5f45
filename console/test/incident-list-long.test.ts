import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser, focusedText, hasFocus, isInView } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { multiplyIncident } from '../../server/test/support/multiply-incident.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const { scope, key, member } = await organizations()()
await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0', priority: 'NORMAL' }), 9_999)

/** Height of a row in the compact list. */
const rowHeightPx = 36

/** Upper limit of the number of rows in the document: the visible rows, twelve rows above and twelve rows below. */
const drawnMaximum = 50

async function openList(path = '/incidents'): Promise<Page> {
  const page = await open(path, { as: member })
  await rowsOf(page).first().waitFor()
  return page
}

/** Scrolls repeatedly until the list has loaded and rendered the row with this index. */
async function scrollTo(page: Page, index: number): Promise<void> {
  const row = page.locator(`[data-index="${index}"]`)
  await expect
    .poll(
      async () => {
        await page.evaluate((top) => window.scrollTo(0, top), index * rowHeightPx)
        expect(await rowsOf(page).count()).toBeLessThan(drawnMaximum)
        return row.count()
      },
      { timeout: 90_000, interval: 10 },
    )
    .toBe(1)
}

test('a list of 10,000 incidents can be scrolled to its last row, and the document always contains fewer than 50 rows', async () => {
  const page = await openList()
  await page.getByText('10,000 incidents', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('10001')
  await scrollTo(page, 9_999)
  const last = rowsOf(page).last()
  await expect.poll(() => last.getAttribute('aria-rowindex')).toBe('10001')
  await expect.poll(() => last.textContent()).toContain('Copy 0')
  await expect.poll(() => page.locator('tbody tr[aria-hidden]').count()).toBe(0)
})

test('filtering a list of 10,000 incidents requests only the first page of the result', async () => {
  const page = await openList()
  const requested: string[] = []
  page.on('request', (request) => {
    if (/\/api\/console\/incidents\?.*cursor=/.test(request.url())) requested.push(request.url())
  })
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Critical' }).click()
  await page.getByText('2,500 incidents', { exact: true }).waitFor()
  await expect.poll(() => rowsOf(page).first().textContent()).toContain('Copy 9999')
  expect(requested).toEqual([])
  expect(await rowsOf(page).count()).toBeLessThan(drawnMaximum)
})

test("the browser's Back button returns from an incident to a long list with its former scroll position", async () => {
  const page = await openList()
  await scrollTo(page, 499)
  const row = rowsOf(page).filter({ hasText: 'Copy 9500' })
  await row.scrollIntoViewIfNeeded()
  const before = await row.boundingBox()
  await row.getByRole('link').click()
  await page.waitForURL(/\/incidents\/[0-9a-f-]{36}$/)
  await page.getByRole('heading', { level: 1, name: 'Copy 9500' }).waitFor()
  await page.goBack()
  await row.waitFor()
  await expect.poll(() => row.boundingBox()).toEqual(before)
})

test('the key u returns from an incident page to the row of the incident far down the list', async () => {
  const page = await openList()
  await scrollTo(page, 299)
  const row = rowsOf(page).filter({ hasText: 'Copy 9700' })
  await row.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Copy 9700' }).waitFor()
  await page.keyboard.press('u')
  await row.waitFor()
  await expect.poll(() => isInView(row)).toBe(true)
  await page.keyboard.press('x')
  await expect.poll(() => row.getAttribute('aria-selected')).toBe('true')
})

test('from a reloaded incident page, the key u returns to the row of the incident, even far down the list', async () => {
  const page = await openList()
  await scrollTo(page, 1_799)
  const row = rowsOf(page).filter({ hasText: 'Copy 8200' })
  await row.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Copy 8200' }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Next incident' }).click()
  await page.getByRole('heading', { level: 1, name: 'Copy 8199' }).waitFor()
  await page.keyboard.press('u')
  await row.waitFor()
  await expect.poll(() => isInView(row)).toBe(true)
  await expect.poll(() => focusedText(page)).toBe('Copy 8199')
  await page.keyboard.press('j')
  await expect.poll(() => focusedText(page)).toBe('Copy 8198')
})

test('after the list is opened with another sort order, the key j focuses the first row', async () => {
  const page = await openList()
  await rowsOf(page).nth(5).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Copy 9994' }).waitFor()
  await page.goto('/incidents?sort=createdAt')
  await rowsOf(page).filter({ hasText: 'Copy 0' }).waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => focusedText(page)).toBe('Copy 0')
})

test('the key x first scrolls to a focused row that is out of view, and a second x selects the row', async () => {
  const page = await openList()
  const row = rowsOf(page).first()
  await page.keyboard.press('j')
  await expect.poll(() => hasFocus(row.getByRole('link'))).toBe(true)
  await scrollTo(page, 199)
  await page.keyboard.press('x')
  await expect.poll(() => isInView(row)).toBe(true)
  expect(await row.getAttribute('aria-selected')).toBe('false')
  await page.keyboard.press('x')
  await expect.poll(() => row.getAttribute('aria-selected')).toBe('true')
})
