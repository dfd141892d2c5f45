import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus, isInView } from './support/browser.ts'
import { listExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'
import { photo } from './support/photo.ts'
import { choose, chooseType, createShops, openDetails, openForm, report } from './support/report-form.ts'

const open = browser()
const newOrganization = organizations()

/** Creates shops whose types all have the default form, which requires a name only. */
async function createSimpleShops() {
  const shops = await createShops(newOrganization)
  const types = shops.draft.types.map((type) => ({ ...type, profileId: null }))
  await publishConfiguration(shops.scope, { ...shops.draft, types })
  return shops
}

const reportButton = (page: Page) => page.getByRole('button', { name: 'Report', exact: true })

/** Reports an incident at a location, so that the browser remembers the location. */
async function reportAt(page: Page, location: string): Promise<void> {
  await nameField(page).fill('Earlier')
  await choose(page, 'Location', location)
  await report(page)
  await page.getByRole('heading', { level: 1, name: 'Earlier' }).waitFor()
}

/** Makes the page count taps. The page's function `countedTaps` then returns the number. */
const countTaps = (page: Page) =>
  page.evaluate(() => {
    const state = { taps: 0 }
    window.addEventListener('pointerdown', () => (state.taps += 1), true)
    Object.assign(window, { countedTaps: () => state.taps })
  })

test('on a phone, a report with a photo takes at most six taps and typing into one field', async () => {
  const { member, key, ids, location } = await createSimpleShops()
  const page = await openForm(open, '/incidents/new', { as: member, screen: 'phone' })
  await reportAt(page, 'Harbour Street')

  await page.goto('/incidents')
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
  await countTaps(page)
  await page.getByRole('link', { name: 'Report an incident' }).last().tap()
  const camera = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Take a photo' }).tap()
  const chooser = await camera
  const chooserTaps = 1
  await chooser.setFiles([await photo('freezer.jpg')])
  await page.getByRole('radio', { name: 'Refrigeration' }).tap()
  await nameField(page).tap()
  await page.keyboard.type('Freezer 3 is warm')
  await reportButton(page).tap()
  await page.getByRole('heading', { level: 1, name: 'Freezer 3 is warm' }).waitFor()

  const taps = await page.evaluate(() => (window as unknown as { countedTaps: () => number }).countedTaps())
  expect(taps + chooserTaps).toBeLessThanOrEqual(6)
  expect(taps).toBeGreaterThanOrEqual(5)
  const sent = (await listExternally(key)).find(({ name }) => name === 'Freezer 3 is warm')
  expect(sent).toMatchObject({ typeId: ids.cold, locationId: location.id })
  expect(sent!.mediaIds).toHaveLength(1)
})

describe('the report form on a phone', () => {
  test('on a phone, the report form has photo, type, place and text in this order, and its Report button stays in view', async () => {
    const { member } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member, screen: 'phone' })
    const parts = [
      page.getByRole('button', { name: 'Take a photo' }),
      page.getByRole('radiogroup', { name: 'Type' }),
      page.getByRole('combobox', { name: 'Location' }),
      nameField(page),
      page.getByRole('combobox', { name: 'Priority' }),
      page.getByRole('button', { name: 'More details' }),
    ]
    const tops = await Promise.all(parts.map(topOf))
    expect(tops.toSorted((a, b) => a - b)).toEqual(tops)
    expect(await isInView(reportButton(page))).toBe(true)
    await page.getByRole('button', { name: 'More details' }).scrollIntoViewIfNeeded()
    expect(await isInView(reportButton(page))).toBe(true)
  })

  test('every control of the report form has a touch target of at least 44 px', async () => {
    const { member } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member, screen: 'phone' })
    await page.locator('input[type=file][multiple]').setInputFiles([await photo('freezer.jpg')])
    await page.getByRole('button', { name: 'Remove freezer.jpg' }).waitFor()
    await choose(page, 'Location', 'Harbour Street')
    await openDetails(page)
    const small = await page
      .locator('form')
      .locator('button, input:not([type=file], [type=hidden]), textarea')
      .evaluateAll((controls) =>
        controls
          .map((control) => ({ control: control.outerHTML.slice(0, 160), box: control.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
          // Skip the input inside a field for tags: it may be small, because the field around it is the touch target.
          .filter(({ control }) => !control.includes('TagsInput'))
          .map(({ control, box }) => `${control} ${box.width}×${box.height}`),
      )
    expect(small).toEqual([])
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
  })

  test('sending a report without a location focuses the location field below its label, and opens no list', async () => {
    const { member } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member, screen: 'phone' })
    const label = page.locator('label', { hasText: 'Location' })
    await page.getByRole('radio', { name: 'Refrigeration' }).tap()
    await openDetails(page)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await isInView(label)).toBe(false)
    await report(page)
    await page.getByRole('alert').getByText('3 fields still need an answer').waitFor()
    await expect.poll(() => hasFocus(page.getByRole('combobox', { name: 'Location' }))).toBe(true)
    expect(await isInView(label)).toBe(true)
    expect(await page.getByRole('listbox').count()).toBe(0)
  })
})

const topOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())!.y

describe('the location of the last report', () => {
  test("the report form begins with the location of the user's last report, and the user can choose another location", async () => {
    const { member, administrator } = await createSimpleShops()
    const page = await openForm(open, '/incidents/new', { as: member })
    await reportAt(page, 'Harbour Street')
    await page.goto('/incidents/new')
    const location = page.getByRole('combobox', { name: 'Location' })
    await expect.poll(() => location.inputValue()).toBe('Harbour Street')
    await page.getByText('Same place as your last report.').waitFor()
    expect(await page.getByRole('button', { name: 'Discard draft' }).count()).toBe(0)
    await expectNoAxeViolations(page)
    await choose(page, 'Location', 'Mill Lane')
    expect(await page.getByText('Same place as your last report.').count()).toBe(0)

    const other = await openForm(open, '/incidents/new', { as: administrator })
    expect(await other.getByRole('combobox', { name: 'Location' }).inputValue()).toBe('')
  })

  test('after a report, its number can be copied, and “Report another” opens a form with the same location and type', async () => {
    const { member, key, ids, location } = await createSimpleShops()
    const page = await openForm(open, '/incidents/new', { as: member })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await chooseType(page, 'Refrigeration')
    await reportAt(page, 'Harbour Street')
    const { number } = (await listExternally(key))[0]!
    const message = page.getByRole('status').filter({ hasText: 'Reported.' })
    await expectNoAxeViolations(page)
    await message.getByRole('button', { name: 'Copy number' }).click()
    await message.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`#${number}`)
    await message.getByRole('link', { name: `#${number}` }).click()
    await page.getByRole('heading', { level: 1, name: 'Earlier' }).waitFor()
    await message.getByRole('button', { name: 'Report another' }).click()
    await nameField(page).fill('The next one')
    await expect.poll(() => page.getByRole('radio', { name: 'Refrigeration' }).isChecked()).toBe(true)
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'The next one' }).waitFor()
    const next = (await listExternally(key)).find(({ name }) => name === 'The next one')
    expect(next).toMatchObject({ typeId: ids.cold, locationId: location.id })
  })
})

describe('type tiles', () => {
  test('the type of a report can be chosen by keyboard, and a click on a type moves the focus to the name', async () => {
    const { member } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await expect.poll(() => hasFocus(nameField(page))).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => hasFocus(page.getByRole('radio', { name: 'No type' }))).toBe(true)
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: 'Refrigeration' }).isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(nameField(page))).toBe(true)
    await page.getByRole('radio', { name: 'No type' }).click()
    await expect.poll(() => hasFocus(nameField(page))).toBe(true)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('if there are more than twelve types, the report form has a searchable list in place of the buttons', async () => {
    const { member, scope, draft } = await createShops(newOrganization)
    const more = Array.from({ length: 11 }, (_, index) => ({
      id: crypto.randomUUID(),
      name: `Type ${index}`,
      active: true,
      profileId: null,
    }))
    await publishConfiguration(scope, { ...draft, types: [...draft.types, ...more] })
    const page = await openForm(open, '/incidents/new', { as: member })
    await choose(page, 'Type', 'Type 10')
    expect(await page.getByRole('radio').count()).toBe(0)
  })
})

test.each(['desktop', 'phone'] as const)(
  'the first letter typed into the report form on a %s moves no part of the form',
  async (screen) => {
    const { member } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member, screen })
    await page.waitForLoadState('networkidle')
    const tops = () =>
      page
        .locator('form')
        .locator('input, textarea, button, label')
        .evaluateAll((parts) =>
          parts
            .map((part) => part.getBoundingClientRect())
            .filter(({ width }) => width > 0)
            .map(({ top, left }) => [top, left]),
        )
    await nameField(page).scrollIntoViewIfNeeded()
    const before = await tops()
    await nameField(page).pressSequentially('F')
    await page.getByRole('button', { name: 'Discard draft' }).waitFor()
    expect(await tops()).toEqual(before)
  },
)
