import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeIncident } from '../../server/src/incidents/change/change.ts'
import { multiplyIncident } from '../../server/test/support/multiply-incident.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { addState } from './support/add-state.ts'
import { browser } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

/** Shows the page as it is printed on A4 paper. Also fires `beforeprint`, as browsers do before they print. */
async function showOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  // Use the size of an A4 page without its margins, in CSS pixels.
  await page.setViewportSize({ width: 680, height: 1009 })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

test('the printed list has the organization, the date and all loaded rows, but no controls', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 79)
  const page = await open('/incidents', { as: member })
  await page.getByText('80 incidents').waitFor()
  await rowsOf(page).first().waitFor()
  expect(await rowsOf(page).count()).toBeLessThan(80)
  await showOnPaper(page)
  expect(await rowsOf(page).count()).toBe(80)
  await page.getByText(/^Printed \d/).waitFor()
  for (const role of ['navigation', 'checkbox', 'searchbox'] as const)
    expect(await page.getByRole(role).count()).toBe(0)
  // Some column headers are buttons, which sort the list. They are printed too.
  const heads = page.getByRole('columnheader').getByRole('button')
  expect(await page.getByRole('button').count()).toBe(await heads.count())
  await expectNoSidewaysScroll(page)
  // No column header wraps into several lines.
  const headHeights = await page.getByRole('columnheader').evaluateAll((all) => all.map((head) => head.clientHeight))
  expect(Math.max(...headHeights)).toBeLessThan(30)
  const overlaps = await rowsOf(page).evaluateAll((rows) =>
    rows.filter((row, index) => {
      const next = rows[index + 1]
      return next && row.getBoundingClientRect().bottom > next.getBoundingClientRect().top + 1
    }),
  )
  expect(overlaps).toEqual([])
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(80)
})

test('a page in the dark colour scheme is printed in the light colour scheme', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { name: 'Printed', priority: 'CRITICAL' })
  const page = await open('/overview', { as: member, colorScheme: 'dark' })
  await page.getByRole('heading', { level: 2, name: 'Open by priority' }).waitFor()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(background).not.toBe(dark)
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).toBe(dark)
  await showOnPaper(page)
  expect(await background()).toBe(light)
  await expectNoAxeViolations(page)
  // Fire `afterprint` twice: a page that is loaded during printing receives `afterprint` without `beforeprint`.
  for (let times = 0; times < 2; times++) {
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    expect(await background()).toBe(dark)
  }
})

test('bars and badges that stand for a number or a priority are printed with their colours', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { name: 'Printed', priority: 'CRITICAL' })
  const page = await open('/overview', { as: member })
  await page.getByRole('heading', { level: 2, name: 'Open by priority' }).waitFor()
  await showOnPaper(page)
  const bars = page.locator('[data-priority=CRITICAL]')
  await bars.first().waitFor()
  const adjusted = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).printColorAdjust))
  expect(new Set(adjusted)).toEqual(new Set(['exact']))
})

test('a printed list says so if it does not have all incidents', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 399)
  const page = await open('/incidents', { as: member })
  await page.getByText('400 incidents').waitFor()
  await rowsOf(page).first().waitFor()
  const note = page.getByText('These are only the first 100 incidents.')
  expect(await note.count()).toBe(0)
  await showOnPaper(page)
  await note.waitFor()
  expect(await rowsOf(page).count()).toBe(100)
})

test('a printed incident has all comments and changes, also those that the page hides at first', async () => {
  const { key, scope, member } = await newOrganization()
  const { id } = await createExternally(key)
  for (let number = 1; number <= 55; number++) await changeIncident(scope, id, { name: `Name ${number}` })
  const page = await open(`/incidents/${id}`, { as: member })
  const entries = page.getByRole('list', { name: 'Comments and changes' }).getByRole('listitem')
  await page.getByRole('button', { name: 'Show 6 earlier entries' }).waitFor()
  await showOnPaper(page)
  await expect.poll(() => entries.getByText('reported this incident').count()).toBe(1)
})

test('a printed incident has the organization, the date and its number above its description', async () => {
  const { key, member } = await newOrganization()
  const { id, number } = await createExternally(key, { description: 'Since the morning.' })
  const page = await open(`/incidents/${id}`, { as: member })
  await page.getByText('Since the morning.').waitFor()
  expect(await page.getByText(/^Printed \d/).count()).toBe(0)
  await showOnPaper(page)
  await page.getByText(/^Printed \d/).waitFor()
  expect(await page.getByText(`#${number}`, { exact: true }).first().isVisible()).toBe(true)
  // Values that can be edited are buttons on the screen, and are printed as text.
  expect(await page.locator('button:not([data-fact]):visible').count()).toBe(0)
  await expectNoSidewaysScroll(page)
})

test('a printed board with fifteen columns has several rows of columns, each column wide enough for words', async () => {
  const { scope, key, member } = await newOrganization()
  await createExternally(key, { name: 'Refrigeration' })
  for (let number = 1; number <= 11; number++) await addState(scope, `Supplier ${number}`)
  const page = await open('/board', { as: member })
  await page.getByRole('link', { name: 'Refrigeration' }).waitFor()
  await showOnPaper(page)
  const widths = await page
    .getByRole('region', { name: /^(Open|Supplier \d+)$/ })
    .evaluateAll((all) => all.map((column) => column.clientWidth))
  expect(widths).toHaveLength(12)
  expect(Math.min(...widths)).toBeGreaterThan(140)
  const card = page.locator('[data-incident]')
  expect(await card.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  await expectNoSidewaysScroll(page)
})

test('for an incident without a description, “Add a description” is not printed', async () => {
  const { key, member } = await newOrganization()
  const { id } = await createExternally(key)
  const page = await open(`/incidents/${id}`, { as: member })
  const hint = page.getByText('Add a description')
  await hint.waitFor()
  await showOnPaper(page)
  expect(await hint.isVisible()).toBe(false)
})
