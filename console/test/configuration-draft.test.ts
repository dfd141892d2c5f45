import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addPoint } from '../../server/src/directory/add-point.ts'
import { apiCallerOf } from '../../server/test/support/caller.ts'
import { tryCreation } from '../../server/test/support/harness.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus, serverUrl } from './support/browser.ts'
import { configuredOrganizations, saved } from './support/example-configuration.ts'
import { delayPosition } from './support/delay-position.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()
const newConfigured = configuredOrganizations(newOrganization)

/** Expands the settings of the type or profile with this name. */
const expand = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click()

const field = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** Opens the select field with this label and chooses an option. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe.each(['desktop', 'phone'] as const)('configuration drafts on a %s', (screen) => {
  test('a published draft governs the next creation, and a creation may still name the previous revision', async () => {
    const { administrator, key } = await newOrganization()
    const page = await open('/configuration', { as: administrator, screen })
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('heading', { level: 1, name: 'Draft of the report forms' }).waitFor()
    await page.getByText('There are no types yet').waitFor()

    await page.getByRole('button', { name: 'Add type' }).click()
    await page.getByRole('textbox', { name: 'Name of the type' }).fill('Fire')
    await page.getByRole('button', { name: 'Add category' }).click()
    await page.getByRole('textbox', { name: 'Name of the category' }).fill('Smoke')
    await page.getByRole('tab', { name: 'Forms' }).click()
    await expand(page, 'Standard')
    await field(page, 'Description').getByText('Required').click()
    await field(page, 'Tags').getByLabel('Default of Tags').fill('night')
    await page.keyboard.press('Enter')
    await saved(page)
    await page.getByText('Ready to be published').waitFor()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish version 2?' })
    await dialog.getByText('“Fire” was added.', { exact: true }).waitFor()
    await dialog.getByText('Category “Smoke” of “Fire” was added.').waitFor()
    await dialog.getByText('“Standard”: Description is required (was optional).').waitFor()
    await dialog.getByText('“Standard”: Tags is optional, default night (was optional).').waitFor()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 2 is live.').waitFor()

    const call = apiCallerOf(serverUrl(), key)
    const rejected = await tryCreation(call, { name: 'Leak' })
    expect(rejected).toMatchObject({
      status: 400,
      body: { creationConfigVersion: 2, errors: [{ pointer: '/description', code: 'required' }] },
    })
    const created = await tryCreation(call, { name: 'Leak', description: 'Under the sink' })
    expect(created).toMatchObject({ status: 201, body: { creationConfigVersion: 2, tags: ['night'] } })
    const older = await tryCreation(call, { name: 'Leak', configVersion: 1 })
    expect(older).toMatchObject({ status: 201, body: { creationConfigVersion: 1, tags: [] } })

    await page.getByRole('heading', { level: 1, name: 'Report forms' }).waitFor()
    await page.getByText('Published by Ada Administrator').waitFor()
    await page.getByRole('region', { name: 'Fire' }).waitFor()
  })

  test('types and categories can be renamed and deactivated, types can be reordered, and unpublished types and categories can be removed', async () => {
    const { administrator } = await newConfigured()
    const page = await open('/configuration/draft', { as: administrator, screen })
    const headings = () => page.getByRole('heading', { level: 2 }).filter({ hasText: /categor/ })
    const down = page.getByRole('button', { name: 'Move Fire down' })
    await down.press('Enter')
    await expect.poll(async () => (await headings().allTextContents())[1]).toMatch(/^Fire/)
    // The type is now the last in the list, so the button is disabled. It must still have the focus.
    await expect.poll(() => hasFocus(down)).toBe(true)
    await expect.poll(() => down.getAttribute('aria-disabled')).toBe('true')
    await page.getByText('Fire is now 2 of 2').waitFor({ state: 'attached' })

    await expand(page, 'Fire')
    await page.getByText('You can deactivate a published type, but not remove it').waitFor()
    await page.getByRole('textbox', { name: 'Name of the type' }).fill('Blaze')
    await page.getByRole('switch', { name: 'Active: can be chosen' }).uncheck()
    await page.getByRole('switch', { name: 'Smoke is active' }).uncheck()
    await page.getByRole('combobox', { name: 'Form', exact: true }).click()
    await page.getByRole('option', { name: 'Standard', exact: true }).click()
    await page.getByRole('button', { name: 'Add category' }).click()
    await page.getByRole('button', { name: 'Remove New category' }).click()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Add type' }).click()
    await page.getByRole('button', { name: 'Remove type' }).click()
    await expect.poll(() => headings().count()).toBe(2)

    await page.getByRole('tab', { name: 'Changes' }).click()
    for (const change of [
      '“Fire” is now called “Blaze”.',
      '“Blaze” was deactivated.',
      'Category “Smoke” of “Blaze” was deactivated.',
      '“Blaze” uses the form “Standard” instead of the form “Strict”.',
      'The order of the types changed.',
    ]) {
      await page.getByText(change, { exact: true }).waitFor()
    }
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
  })
})

test('a profile can be duplicated, renamed, made the default and deleted', async () => {
  const { administrator } = await newConfigured()
  const page = await open('/configuration/draft', { as: administrator })
  await page.getByRole('tab', { name: 'Forms' }).click()
  await expand(page, 'Strict')
  await page.getByText('Used by the types: Fire').waitFor()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  const names = page.getByRole('textbox', { name: 'Name of the form' })
  await expect.poll(() => names.nth(1).inputValue()).toBe('Strict (copy)')
  await names.nth(1).fill('Stricter')
  await page.getByRole('button', { name: 'Make it the default form' }).nth(1).click()
  // Delete “Strict”. The type “Fire” uses “Strict”. After the deletion, it must use the default profile.
  await page.getByRole('button', { name: 'Delete form' }).first().click()
  await saved(page)
  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByText('“Stricter” was added.').waitFor()
  await page.getByText('“Strict” was removed.').waitFor()
  await page.getByText('“Fire” uses the default form instead of the form “Strict”.').waitFor()
  await page.getByText('The default form is “Stricter” instead of “Standard”.').waitFor()
})

test('a profile has an input for the default of each field, and a new incident gets the defaults', async () => {
  const { administrator, scope, key } = await newConfigured()
  const { id: locationId } = await addLocation(scope, { name: 'Depot' })
  const { id: pointId } = await addPoint(scope, { locationId, name: 'Gate 3' })
  const page = await open('/configuration/draft', { as: administrator })
  await page.getByRole('tab', { name: 'Forms' }).click()
  await expand(page, 'Standard')
  await page.getByRole('textbox', { name: 'Default of Name' }).fill('Report')
  await page.getByRole('textbox', { name: 'Default of Description' }).fill('As seen')
  await choose(page, 'Default of Type', 'Theft')
  await choose(page, 'Default of Priority', 'Major')
  await choose(page, 'Default of Location', 'Depot')
  await choose(page, 'Default of Point', 'Gate 3')
  await choose(page, 'Default of Assignee', 'Maren Member')
  await choose(page, 'Default of Occurred', 'A fixed time')
  await page.getByLabel('Time', { exact: true }).fill('2026-03-01T08:30')
  await page.getByRole('textbox', { name: 'Default of Coordinates, Latitude' }).fill('53.5')
  await page.getByRole('textbox', { name: 'Default of Coordinates, Longitude' }).fill('9.9')
  await saved(page)
  await page.getByText('Ready to be published').waitFor()
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Location is optional, default Depot').waitFor()
  await dialog.getByText('Point is optional, default Gate 3').waitFor()
  await dialog.getByText('Assignee is optional, default Maren Member').waitFor()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Version 3 is live.').waitFor()
  const instant = await page.evaluate(() => new Date('2026-03-01T08:30').toISOString())
  expect((await tryCreation(apiCallerOf(serverUrl(), key), { name: undefined })).body).toMatchObject({
    name: 'Report',
    description: 'As seen',
    typeId: expect.any(String),
    priority: 'MAJOR',
    locationId,
    pointId,
    assigneeId: expect.any(String),
    occurredAt: instant,
    latitude: 53.5,
    longitude: 9.9,
  })
})

test('changing the default location clears the default point', async () => {
  const { administrator, scope } = await newConfigured()
  const { id: locationId } = await addLocation(scope, { name: 'Depot' })
  await addLocation(scope, { name: 'Harbour' })
  await addPoint(scope, { locationId, name: 'Gate 3' })
  const page = await open('/configuration/draft', { as: administrator })
  await page.getByRole('tab', { name: 'Forms' }).click()
  await expand(page, 'Standard')
  await choose(page, 'Default of Location', 'Depot')
  await choose(page, 'Default of Point', 'Gate 3')
  await page.getByRole('combobox', { name: 'Default of Location' }).fill('Harb')
  await page.getByRole('option', { name: 'Harbour' }).click()
  await expect.poll(() => page.getByRole('combobox', { name: 'Default of Point' }).inputValue()).toBe('')
})

test('the default of a field can be cleared by keyboard', async () => {
  const { administrator } = await newConfigured()
  const page = await open('/configuration/draft', { as: administrator })
  await page.getByRole('tab', { name: 'Forms' }).click()
  await expand(page, 'Standard')
  for (const [name, option] of [
    ['Type', 'Theft'],
    ['Assignee', 'Maren Member'],
  ] as const) {
    await choose(page, `Default of ${name}`, option)
    const chosen = page.getByRole('combobox', { name: `Default of ${name}` })
    await expect.poll(() => chosen.inputValue()).toBe(option)
    await chosen.press('Tab')
    await expect.poll(() => hasFocus(page.getByRole('button', { name: `Clear the default of ${name}` }))).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => chosen.inputValue()).toBe('')
  }
  await expectNoAxeViolations(page)
})

test('violations of a draft are shown at their fields and in a list that links to the fields', async () => {
  const { administrator } = await newConfigured()
  const page = await open('/configuration/draft', { as: administrator })
  await expand(page, 'Fire')
  await page.getByRole('textbox', { name: 'Name of the type' }).fill('')
  await page.getByRole('textbox', { name: 'Name of the category' }).fill('')
  await page.getByRole('tab', { name: 'Forms' }).click()
  await expand(page, 'Strict')
  await page.getByRole('textbox', { name: 'Default of Coordinates, Latitude' }).fill('53.5')
  await page.getByText('3 things keep this draft from being published').waitFor()
  await page
    .getByRole('textbox', { name: 'Default of Coordinates, Latitude' })
    .and(page.locator('[aria-invalid=true]'))
    .waitFor()
  await expectNoAxeViolations(page)

  const list = page.getByRole('alert').or(page.locator('#draft-problems'))
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => hasFocus(page.locator('#draft-problems'))).toBe(true)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await list.getByRole('button', { name: /^Category/ }).click()
  const category = page.getByRole('textbox', { name: 'Name of the category' })
  await expect.poll(() => hasFocus(category)).toBe(true)
  await category.fill('Smoke')
  await page.getByText('2 things keep this draft').waitFor()
})

test('the preview shows the form of each type, and reports whether the server would accept the entered values', async () => {
  const { administrator } = await newConfigured()
  const page = await open('/configuration/draft', { as: administrator })
  const preview = page.getByRole('region', { name: 'Preview of the form' })
  await preview.getByText('Form: Standard').waitFor()
  await preview.getByRole('button', { name: 'Check it' }).click()
  await preview.getByText('This report would be refused because of 1 field.').waitFor()
  await preview.getByRole('textbox', { name: 'Name' }).fill('Leak')
  await preview.getByText('This report would be accepted.').waitFor()

  await choose(page, 'Form to show', 'Fire')
  await preview.getByText('Form: Strict').waitFor()
  await expect.poll(() => preview.getByLabel('Priority').inputValue()).toBe('Critical')
  await page.getByRole('tab', { name: 'Forms' }).click()
  await expand(page, 'Strict')
  await field(page, 'Priority').getByText('Hidden').click()
  await field(page, 'Description').getByText('Required').click()
  await preview.getByText('This report would be refused because of 1 field.').waitFor()
  await expect.poll(() => preview.getByLabel('Priority').count()).toBe(0)
  await expectNoAxeViolations(page)

  // Open a profile that no type uses. The preview must show the profile that was opened last.
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await preview.getByText('Form: Strict (copy)').waitFor()
  await expand(page, 'Standard')
  await preview.getByText('Form: Standard').waitFor()
})

test('in a window of 1024 pixels, the preview is a tab of the editor', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/configuration/draft', { as: administrator })
  const preview = page.getByRole('region', { name: 'Preview of the form' })
  await preview.waitFor()
  expect(await page.getByRole('tab', { name: 'Preview' }).count()).toBe(0)
  await page.setViewportSize({ width: 1024, height: 768 })
  await preview.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Preview' }).click()
  await preview.getByRole('textbox', { name: 'Name' }).waitFor()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('tab', { name: 'Types and categories', selected: true }).waitFor()
  await preview.waitFor()
})

test('a geographic position that arrives late changes only the coordinates in the preview, not the fields edited meanwhile', async () => {
  const { administrator } = await newConfigured()
  const page = await open('/configuration/draft', { as: administrator })
  const sendPosition = await delayPosition(page)
  const preview = page.getByRole('region', { name: 'Preview of the form' })
  await preview.getByRole('button', { name: 'More details' }).click()
  await preview.getByRole('button', { name: 'Use my position' }).click()
  const name = preview.getByRole('textbox', { name: 'Name' })
  await name.fill('Leak')
  await sendPosition()
  await expect.poll(() => preview.getByLabel('Latitude').inputValue()).toBe('53.54360')
  expect(await name.inputValue()).toBe('Leak')
})

test('a draft in which a rule was changed and changed back cannot be published, because it has no changes', async () => {
  const { administrator } = await newConfigured()
  const page = await open('/configuration/draft', { as: administrator })
  await page.getByRole('tab', { name: 'Forms' }).click()
  await expand(page, 'Strict')
  await field(page, 'Tags').getByText('Hidden').click()
  await field(page, 'Tags').getByText('Optional').click()
  await saved(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('There are no differences.').waitFor()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('there is nothing to publish').waitFor()
})

test('leaving the draft page saves the draft, and the user can later continue or discard the draft', async () => {
  const { administrator } = await newConfigured()
  const page = await open('/configuration/draft', { as: administrator })
  await expand(page, 'Fire')
  await page.getByRole('textbox', { name: 'Name of the type' }).fill('Blaze')
  // Leave the page before the automatic save, so that the page has to save the edit while it closes.
  await page.getByRole('link', { name: 'Report forms' }).first().click()
  await page.getByText('Ada Administrator is editing a draft of the next version.').waitFor()
  await page.getByRole('link', { name: 'Continue the draft' }).click()
  await page.getByRole('button', { name: /^Blaze/ }).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Discard the draft' }).click()
  await page.getByText('Discarded the draft.').waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: /^Fire/ }).waitFor()
})

test('leaving a draft that cannot be saved asks for confirmation', async () => {
  const { administrator } = await newConfigured()
  const page = await open('/configuration/draft', { as: administrator })
  await page.route('**/api/console/configuration/draft', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 408, body: 'lost' }) : route.fallback(),
  )
  await expand(page, 'Fire')
  const name = page.getByRole('textbox', { name: 'Name of the type' })
  await name.fill('Blaze')
  const away = page.getByRole('navigation').getByRole('link', { name: 'Users' })
  await away.click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Blaze')
  await away.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
})
