import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { lockRow } from '../../server/test/support/lock-waits.ts'
import { multiplyIncident } from '../../server/test/support/multiply-incident.ts'
import { browser } from './support/browser.ts'
import { bar } from './support/bulk-bar.ts'
import { createExternally, listExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })

/** Opens the list of an organization with this number of incidents: “Copy 0”, the oldest, “Copy 1” and so on. */
async function openWith(incidents: number) {
  const { scope, key, member } = await newOrganization()
  const first = await createExternally(key, { name: 'Copy 0' })
  await multiplyIncident(scope, first, incidents - 1)
  const page = await open('/incidents', { as: member })
  await rowsOf(page).first().waitFor()
  return { page, scope, key, first }
}

/** Opens a list of three incidents, and selects the second and the third. The first is the marked row. */
async function openWithSelection() {
  const opened = await openWith(3)
  await opened.page.keyboard.press('j')
  for (const name of ['Copy 1', 'Copy 0']) await checkbox(opened.page, name).click()
  await bar(opened.page).getByText('2 selected').waitFor()
  return opened
}

describe('while incidents are selected', () => {
  test('while incidents are selected, the key a assigns all of them to the user', async () => {
    const { page, key } = await openWithSelection()
    await page.keyboard.press('a')
    await page.getByText(/^2 incidents assigned to /).waitFor()
    const assigned = (await listExternally(key)).filter(({ assigneeId }) => assigneeId).map(({ name }) => name)
    expect(assigned).toEqual(['Copy 1', 'Copy 0'])
  })

  test.each([
    ['l', 'You can change the location of only one incident at a time. Clear the selection first.'],
    ['t', 'You can change the tags of only one incident at a time. Clear the selection first.'],
  ])(
    'while incidents are selected, a message says that the key %s works on one incident at a time',
    async (pressed, message) => {
      const { page } = await openWithSelection()
      await page.keyboard.press(pressed)
      await page.getByRole('status').filter({ hasText: message }).waitFor()
      expect(await page.getByRole('listbox').count()).toBe(0)
      await bar(page).getByRole('button', { name: 'Clear the selection' }).click()
      await page.keyboard.press('j')
      await page.keyboard.press(pressed)
      await page.getByRole('textbox', { name: pressed === 'l' ? 'Find a location' : 'Find or add a tag' }).waitFor()
    },
  )

  test('while a change of the selected incidents runs, keys do not change the marked row', async () => {
    const { page, scope, first } = await openWithSelection()
    await scope.transaction(async (inner) => {
      await lockRow('incidents', first.id)(inner)
      await page.keyboard.press('a')
      await bar(page).getByText('Assigning 0 of 2…').waitFor()
      await page.keyboard.press('p')
      await page
        .getByRole('status')
        .filter({ hasText: 'A change is still running. Try again when it’s done.' })
        .waitFor()
      expect(await page.getByRole('listbox').count()).toBe(0)
    })
    await page.getByText(/^2 incidents assigned to /).waitFor()
  })

  test('the help and the palette list the keys for the selection instead of those for the marked row', async () => {
    const { page } = await openWithSelection()
    for (const [opening, role] of [
      ['?', 'row'],
      ['Control+k', 'option'],
    ] as const) {
      await page.keyboard.press(opening)
      const rows = page.getByRole('dialog').getByRole(role)
      await rows.filter({ hasText: 'Assign the selected incidents to me' }).waitFor()
      for (const replaced of ['Assign to me', 'Choose the priority'])
        expect(await rows.getByText(replaced, { exact: true }).count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })
})

describe('Ctrl A', () => {
  test('Ctrl A selects all loaded incidents, and a second press selects all that match the filters', async () => {
    const { page } = await openWith(150)
    await page.getByText('150 incidents', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Control+a')
    await bar(page).getByText('100 selected').waitFor()
    await bar(page).getByRole('button', { name: 'Select all 150 that match' }).waitFor()
    await page.keyboard.press('Control+a')
    await bar(page).getByText('All 150 selected').waitFor()
  })

  test('Ctrl A in a field selects its text', async () => {
    const { page } = await openWith(2)
    const field = page.getByRole('searchbox')
    await field.fill('copy')
    await field.press('Control+a')
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('copy')
    expect(await bar(page).count()).toBe(0)
  })

  test('Ctrl A selects nothing behind a dialog', async () => {
    const { page } = await openWith(2)
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await bar(page).count()).toBe(0)
  })
})
