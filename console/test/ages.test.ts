import { expect, test } from 'vitest'
import { browser } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

test('an open page updates relative times such as “5 minutes ago”, even if the page receives no new data', async () => {
  const { administrator, key } = await newOrganization()
  const { id } = await createExternally(key, { name: 'Door jams' })
  const page = await open('about:blank', { as: administrator })
  // Never answer the request for live updates, because the start of live updates would redraw the page.
  await page.route('**/api/console/events', () => undefined)
  await page.clock.install()
  await page.goto('/incidents')
  const row = rowsOf(page)
  await row.getByText('now', { exact: true }).waitFor()
  await page.clock.fastForward('05:00')
  await row.getByText('5 minutes ago', { exact: true }).waitFor()

  await page.goto(`/incidents/${id}`)
  const reported = page.getByRole('complementary', { name: 'Details' }).locator('time').last()
  await expect.poll(() => reported.textContent()).toContain('5 minutes ago')
  await page.clock.fastForward('05:00')
  await expect.poll(() => reported.textContent()).toContain('10 minutes ago')

  await page.goto('/configuration/draft')
  await page.getByRole('button', { name: 'Add type' }).click()
  // The time of the last save comes from the server. The test has advanced only the clock of the browser, by ten
  // minutes.
  await page.getByText('Saved 10 minutes ago by').waitFor()
  await page.clock.fastForward('05:00')
  await page.getByText('Saved 15 minutes ago by').waitFor()
})

test('an age of 59 minutes is not cut off in the list', async () => {
  const { member, key } = await newOrganization()
  await createExternally(key, { name: 'Door jams' })
  const page = await open('about:blank', { as: member })
  await page.clock.install({ time: Date.now() + 59 * 60_000 })
  await page.goto('/incidents')
  const cell = rowsOf(page).getByRole('gridcell').filter({ hasText: '59 minutes ago' })
  await cell.waitFor()
  expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
