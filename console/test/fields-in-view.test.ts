import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { browser, isInView } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

/** Returns the element that wraps the focused field together with the label and the error of the field. */
const focused = (page: Page) => page.locator('.mantine-InputWrapper-root:focus-within')

async function expectErrorInView(page: Page, label: string): Promise<void> {
  await expect.poll(() => focused(page).locator('.mantine-InputWrapper-label').textContent()).toContain(label)
  await expect.poll(() => isInView(focused(page).locator('.mantine-InputWrapper-label'))).toBe(true)
  await expect.poll(() => isInView(focused(page).locator('.mantine-InputWrapper-error'))).toBe(true)
  expect(await page.getByRole('listbox').count()).toBe(0)
}

/** Creates an organization in which the report form and the edit form have only this field as a required field. */
async function organizationRequiring(field: string) {
  const organization = await newOrganization()
  const id = uuidv7()
  const fields = { [field]: { rule: 'required' as const } }
  const typeId = uuidv7()
  await publishConfiguration(organization.scope, {
    types: [{ id: typeId, name: 'Fire', active: true, profileId: null }],
    categories: [{ id: uuidv7(), typeId, name: 'Smoke', active: true }],
    profiles: [{ id, name: 'Standard', fields }],
    defaultProfileId: id,
  })
  return organization
}

describe.each(['desktop', 'phone'] as const)('required fields on a %s', (screen) => {
  // These are all fields that a form can require, except the name.
  test.each([
    ['typeId', 'Type'],
    ['categoryId', 'Category'],
    ['priority', 'Priority'],
    ['description', 'Description'],
    ['locationId', 'Location'],
    ['occurredAt', 'Occurred'],
  ])(
    'sending a report without the required %s focuses that field, scrolls to its label and error, and opens no list',
    async (field, label) => {
      const { member } = await organizationRequiring(field)
      const page = await open('/incidents/new', { as: member, screen })
      await nameField(page).waitFor()
      await page.setViewportSize({ width: screen === 'phone' ? 390 : 1280, height: 500 })
      await page.getByRole('button', { name: 'Report', exact: true }).click()
      await expectErrorInView(page, label)
    },
  )
})

test('on a small phone, the list of locations fits between its field and the edge of the window', async () => {
  const { member, scope } = await newOrganization()
  for (let number = 1; number <= 8; number++) await addLocation(scope, { name: `Harbour Street ${number}` })
  const page = await open('/incidents/new', { as: member, screen: 'phone' })
  await page.setViewportSize({ width: 320, height: 568 })
  const field = page.getByRole('combobox', { name: 'Location' })
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await field.click()
  await page.getByRole('option', { name: 'Harbour Street 1' }).waitFor()
  const list = page.locator('.mantine-Select-dropdown').filter({ visible: true })
  await expect.poll(() => isInView(list)).toBe(true)
})

test('saving an edit with an empty required field focuses that field and scrolls to its label and error', async () => {
  const { member, key } = await organizationRequiring('description')
  const { id } = await createExternally(key, { name: 'Smoke', description: 'In the kitchen' })
  const page = await open(`/incidents/${id}`, { as: member })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.locator('#incident-description').fill('')
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expectErrorInView(page, 'Description')
})

/** Returns the input fields of the page with a font size below 16 px. */
const smallFields = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea, select',
      ),
    ]
      .map((field) => ({ field: field.outerHTML.slice(0, 120), px: parseFloat(getComputedStyle(field).fontSize) }))
      .filter(({ px }) => px < 16),
  )

describe('fields on a phone', () => {
  test.each([
    '/incidents/new',
    '/incidents',
    '/board',
    '/configuration',
    '/configuration/draft',
    '/directory',
    '/users',
    '/workflow',
    '/keys',
    '/webhooks',
  ])('on a phone, every field of the page %s has a font size of at least 16 px', async (path) => {
    const { administrator, key } = await newOrganization()
    await createExternally(key)
    const page = await open(path, { as: administrator, screen: 'phone' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    for (const button of await page.locator('main').getByRole('button', { expanded: false }).all()) {
      if (await button.isVisible()) await button.click({ timeout: 2_000 }).catch(() => undefined)
    }
    expect(await smallFields(page)).toEqual([])
  })

  test('on a phone, every field of the incident page and its edit form has a font size of at least 16 px', async () => {
    const { member, key } = await newOrganization()
    const { id } = await createExternally(key)
    const page = await open(`/incidents/${id}`, { as: member, screen: 'phone' })
    await page.getByRole('textbox', { name: 'Comment' }).waitFor()
    expect(await smallFields(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).waitFor()
    expect(await smallFields(page)).toEqual([])
  })
})
