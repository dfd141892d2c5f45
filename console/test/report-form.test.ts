import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus } from './support/browser.ts'
import { deleteLocation } from './support/delete-location.ts'
import { listExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'
import { photo } from './support/photo.ts'
import { choose, chooseType, createShops, openDetails, openForm, report } from './support/report-form.ts'

const open = browser()
const newOrganization = organizations()

describe.each(['desktop', 'phone'] as const)('the report form on a %s', (screen) => {
  test('sending a report with a photo opens the page of the new incident, which has the photo', async () => {
    const { key, member, ids, location } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member, screen })
    await expectNoAxeViolations(page)
    await nameField(page).fill('Freezer 3 is warm')
    await chooseType(page, 'Refrigeration')
    await choose(page, 'Category', 'Too warm')
    await page.getByRole('combobox', { name: 'Location' }).fill('harb')
    await page.getByRole('option', { name: 'Harbour Street' }).click()
    await choose(page, 'Point', 'Freezer 3')
    await openDetails(page)
    await page.getByLabel('Occurred').fill('2026-03-01T09:30')
    await page.locator('input[type=file][multiple]').setInputFiles([await photo('freezer.jpg')])
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Freezer 3 is warm' }).waitFor()
    await page.getByRole('button', { name: 'Show freezer.jpg' }).waitFor()

    const occurredAt = await page.evaluate(() => new Date('2026-03-01T09:30').toISOString())
    const [incident] = await listExternally(key)
    expect(incident).toMatchObject({
      name: 'Freezer 3 is warm',
      typeId: ids.cold,
      categoryId: ids.warm,
      locationId: location.id,
      tags: ['cold-chain'],
      occurredAt,
      creationConfigVersion: 2,
    })
    expect(incident!.mediaIds).toHaveLength(1)
  })
})

describe('the report form of a profile', () => {
  test('the report form checks the required fields of the chosen type before it sends a request', async () => {
    const { key, member } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await report(page)
    await page.getByRole('alert').getByText('1 field still needs an answer').waitFor()
    await chooseType(page, 'Refrigeration')
    const alert = page.getByRole('alert')
    await alert.getByText('3 fields still need an answer').waitFor()
    await expect
      .poll(() => alert.getByRole('listitem').allTextContents())
      .toEqual(['Name: Say what happened in one line.', 'Location: Choose a location.', 'Category: Choose a category.'])
    await expectNoAxeViolations(page)
    await alert.getByRole('button', { name: 'Category' }).click()
    await expect.poll(() => hasFocus(page.locator('#incident-categoryId'))).toBe(true)
    expect(await listExternally(key)).toEqual([])
  })

  test('the report form leaves out hidden fields, shows read-only values and fills in defaults', async () => {
    const { key, member, ids, location } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await page.getByLabel('Description').fill('typed before the type was chosen')
    await chooseType(page, 'Tills')
    await expect.poll(() => page.getByLabel('Description').count()).toBe(0)
    await expect.poll(() => nameField(page).inputValue()).toBe('Till out of order')
    for (const [field, value] of [
      ['Priority', 'Critical'],
      ['Location', 'Harbour Street'],
    ] as const) {
      const input = page.getByRole('textbox', { name: field })
      await expect.poll(() => input.inputValue()).toBe(value)
      await expect.poll(() => input.isEditable()).toBe(false)
    }
    await expectNoAxeViolations(page)
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Till out of order' }).waitFor()
    const [incident] = await listExternally(key)
    expect(incident).toMatchObject({
      typeId: ids.till,
      priority: 'CRITICAL',
      locationId: location.id,
      description: 'Reported at the till',
    })
  })

  test('choosing another type offers the categories of that type and clears the chosen category', async () => {
    const { member } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    const types = page.getByRole('radiogroup', { name: 'Type' }).locator('label')
    expect(await types.allTextContents()).toEqual(['Refrigeration', 'Tills', 'No type'])
    await chooseType(page, 'Refrigeration')
    await choose(page, 'Category', 'Icing')
    await chooseType(page, 'Tills')
    await expect.poll(() => page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('')
    await page.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option').first().waitFor()
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Scanner'])
  })

  test('the report form shows errors for invalid and for incomplete coordinates', async () => {
    const { member } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await openDetails(page)
    await page.getByLabel('Latitude').fill('north')
    await page.getByText('Enter a number, such as 53.5436.').waitFor()
    await page.getByLabel('Latitude').fill('91')
    await page.getByText('Between −90 and 90.').waitFor()
    await page.getByLabel('Latitude').fill('53,5')
    await nameField(page).fill('Somewhere')
    await report(page)
    await page.getByText('Longitude: Latitude and longitude go together.').waitFor()
  })

  test('violations are listed in the order of the form fields, and the first field with a violation is focused', async () => {
    const { member, scope, draft } = await createShops(newOrganization)
    const fields = ['description', 'typeId', 'categoryId', 'locationId', 'occurredAt']
    const required = Object.fromEntries(fields.map((field) => [field, { rule: 'required' as const }]))
    const [standard, ...others] = draft.profiles
    await publishConfiguration(scope, { ...draft, profiles: [{ ...standard!, fields: required }, ...others] })
    const page = await openForm(open, '/incidents/new', { as: member })
    await openDetails(page)
    await page.getByLabel('Latitude').fill('north')
    await page.getByLabel('Longitude').fill('east')
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await tags.fill('long'.repeat(50))
    await tags.press('Enter')
    await report(page)
    const listed = page.getByRole('alert').getByRole('button')
    await listed.first().waitFor()
    expect(await listed.allTextContents()).toEqual([
      'Type',
      'Description',
      'Location',
      'Category',
      'Occurred',
      'Tags',
      'Latitude',
      'Longitude',
    ])
    const invalidFieldIds = await page
      .locator('[aria-invalid=true]')
      .evaluateAll((inputs) => inputs.map(({ id }) => id))
    expect(invalidFieldIds).toEqual(
      ['typeId', 'description', 'locationId', 'categoryId', 'occurredAt', 'tags', 'latitude', 'longitude'].map(
        (field) => `incident-${field}`,
      ),
    )
    await expect.poll(() => hasFocus(page.getByRole('radio').first())).toBe(true)
  })

  test('a location archived while the report form is open is reported at the location field', async () => {
    const { member, scope, location, key } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Freezer')
    await choose(page, 'Location', 'Harbour Street')
    await scope.database
      .updateTable('locations')
      .set({ archived_at: new Date().toISOString() })
      .where('organization_id', '=', scope.organizationId)
      .where('id', '=', location.id)
      .execute()
    await report(page)
    await page.getByText('Location: This location is archived. Choose another.').waitFor()
    expect(await listExternally(key)).toEqual([])
    await choose(page, 'Location', 'Mill Lane')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Freezer' }).waitFor()
  })

  test('a location deleted while the report form is open is reported at the location field', async () => {
    const { member, scope } = await createShops(newOrganization)
    const gone = await addLocation(scope, { name: 'Closed for good' })
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Freezer')
    await choose(page, 'Location', 'Closed for good')
    await deleteLocation(scope, gone)
    await report(page)
    await page.getByText('Location: This location no longer exists. Choose another.').waitFor()
    expect(await page.getByText('Couldn’t send').count()).toBe(0)
    await choose(page, 'Location', 'Mill Lane')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Freezer' }).waitFor()
  })
})
