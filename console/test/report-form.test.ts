import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { Page } from 'playwright-core'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { setOldestRevisionAge } from '../../server/src/configuration/revisions/set-oldest-revision-age.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addPoint } from '../../server/src/directory/add-point.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { answerFirstRequest } from './support/answer-first-request.ts'
import { browser, hasFocus, isInView } from './support/browser.ts'
import { deleteLocation } from './support/delete-location.ts'
import { listExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { delayPosition } from './support/delay-position.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'
import { photo } from './support/photo.ts'

const open = browser()
const newOrganization = organizations()

/** Creates an organization with a plain form, a strict form for refrigeration and a mostly fixed form for tills. */
async function newShops() {
  const organization = await newOrganization()
  const { scope } = organization
  const location = await addLocation(scope, { name: 'Harbour Street' })
  await addLocation(scope, { name: 'Mill Lane' })
  await addPoint(scope, { locationId: location.id, name: 'Freezer 3' })
  const [cold, warm, till] = [uuidv7(), uuidv7(), uuidv7()]
  const [standard, strict, fixed] = [uuidv7(), uuidv7(), uuidv7()]
  const draft: ConfigurationContent = {
    types: [
      { id: cold, name: 'Refrigeration', active: true, profileId: strict },
      { id: till, name: 'Tills', active: true, profileId: fixed },
      { id: uuidv7(), name: 'Photo booth', active: false, profileId: null },
    ],
    categories: [
      { id: warm, typeId: cold, name: 'Too warm', active: true },
      { id: uuidv7(), typeId: cold, name: 'Icing', active: true },
      { id: uuidv7(), typeId: till, name: 'Scanner', active: true },
    ],
    profiles: [
      { id: standard, name: 'Standard', fields: { name: { rule: 'required' } } },
      {
        id: strict,
        name: 'Cold chain',
        fields: {
          name: { rule: 'required' },
          categoryId: { rule: 'required' },
          locationId: { rule: 'required' },
          tags: { rule: 'optional', default: ['cold-chain'] },
          coordinates: { rule: 'hidden' },
        },
      },
      {
        id: fixed,
        name: 'Till fault',
        fields: {
          name: { rule: 'required', default: 'Till out of order' },
          priority: { rule: 'readOnly', default: 'CRITICAL' },
          locationId: { rule: 'readOnly', default: location.id },
          description: { rule: 'hidden', default: 'Reported at the till' },
        },
      },
    ],
    defaultProfileId: standard,
  }
  await publishConfiguration(scope, draft)
  return { ...organization, draft, location, ids: { cold, warm, till } }
}

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}
const report = (page: Page) => page.getByRole('button', { name: 'Report', exact: true }).click()
const openForm = async (...[path, options]: Parameters<typeof open>) => {
  const page = await open(path, options)
  await nameField(page).waitFor()
  return page
}

describe.each(['desktop', 'phone'] as const)('on a %s', (screen) => {
  test('a report with a photo opens the new incident with the photo attached', async () => {
    const { key, member, ids, location } = await newShops()
    const page = await openForm('/incidents/new', { as: member, screen })
    await expectNoAxeViolations(page)
    await nameField(page).fill('Freezer 3 is warm')
    await choose(page, 'Type', 'Refrigeration')
    await choose(page, 'Category', 'Too warm')
    await page.getByRole('combobox', { name: 'Location' }).fill('harb')
    await page.getByRole('option', { name: 'Harbour Street' }).click()
    await choose(page, 'Point', 'Freezer 3')
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

describe('the form of a profile', () => {
  test("required fields of a type's profile are checked before anything is sent", async () => {
    const { key, member } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await report(page)
    await page.getByRole('alert').getByText('One field has to change').waitFor()
    await choose(page, 'Type', 'Refrigeration')
    const alert = page.getByRole('alert')
    await alert.getByText('3 fields have to change').waitFor()
    await expect
      .poll(() => alert.getByRole('listitem').allTextContents())
      .toEqual([
        'Name: Please fill in this field.',
        'Category: Please fill in this field.',
        'Location: Please fill in this field.',
      ])
    await expectNoAxeViolations(page)
    await alert.getByRole('button', { name: 'Category' }).click()
    await expect.poll(() => hasFocus(page.locator('#incident-categoryId'))).toBe(true)
    expect(await listExternally(key)).toEqual([])
  })

  test('hidden fields are absent, read-only fields show their values, and defaults are filled in', async () => {
    const { key, member, ids, location } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await page.getByLabel('Description').fill('typed before the Type was chosen')
    await choose(page, 'Type', 'Tills')
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

  test('choosing another type offers its categories and clears the former category', async () => {
    const { member } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option').first().waitFor()
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Refrigeration', 'Tills'])
    await page.getByRole('option', { name: 'Refrigeration' }).click()
    await choose(page, 'Category', 'Icing')
    await choose(page, 'Type', 'Tills')
    await expect.poll(() => page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('')
    await page.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option').first().waitFor()
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Scanner'])
  })

  test('invalid and incomplete coordinates are reported at their fields', async () => {
    const { member } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await page.getByLabel('Latitude').fill('north')
    await page.getByText('Enter a number, such as 53.5436.').waitFor()
    await page.getByLabel('Latitude').fill('91')
    await page.getByText('Between −90 and 90.').waitFor()
    await page.getByLabel('Latitude').fill('53,5')
    await nameField(page).fill('Somewhere')
    await report(page)
    await page.getByText('Longitude: Latitude and longitude go together.').waitFor()
  })

  test('violations are listed in the order of the form, and the first field gets the focus', async () => {
    const { member, scope, draft } = await newShops()
    const fields = ['description', 'typeId', 'categoryId', 'locationId', 'occurredAt']
    const required = Object.fromEntries(fields.map((field) => [field, { rule: 'required' as const }]))
    const [standard, ...others] = draft.profiles
    await publishConfiguration(scope, { ...draft, profiles: [{ ...standard!, fields: required }, ...others] })
    const page = await openForm('/incidents/new', { as: member })
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
      'Category',
      'Description',
      'Location',
      'Latitude',
      'Longitude',
      'Occurred',
      'Tags',
    ])
    const invalidFieldIds = await page
      .locator('[aria-invalid=true]')
      .evaluateAll((inputs) => inputs.map(({ id }) => id))
    expect(invalidFieldIds).toEqual(
      ['typeId', 'categoryId', 'description', 'locationId', 'latitude', 'longitude', 'occurredAt', 'tags'].map(
        (field) => `incident-${field}`,
      ),
    )
    await expect.poll(() => hasFocus(page.locator('#incident-typeId'))).toBe(true)
  })

  test('a location archived meanwhile is reported at its field', async () => {
    const { member, scope, location, key } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await nameField(page).fill('Freezer')
    await choose(page, 'Location', 'Harbour Street')
    await scope.database
      .updateTable('locations')
      .set({ archived_at: new Date().toISOString() })
      .where('organization_id', '=', scope.organizationId)
      .where('id', '=', location.id)
      .execute()
    await report(page)
    await page.getByText('Location: This Location is archived. Choose another.').waitFor()
    expect(await listExternally(key)).toEqual([])
    await choose(page, 'Location', 'Mill Lane')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Freezer' }).waitFor()
  })

  test('a location deleted meanwhile is reported at its field', async () => {
    const { member, scope } = await newShops()
    const gone = await addLocation(scope, { name: 'Closed for good' })
    const page = await openForm('/incidents/new', { as: member })
    await nameField(page).fill('Freezer')
    await choose(page, 'Location', 'Closed for good')
    await deleteLocation(scope, gone)
    await report(page)
    await page.getByText('Location: This Location no longer exists. Choose another.').waitFor()
    expect(await page.getByText('That did not work').count()).toBe(0)
    await choose(page, 'Location', 'Mill Lane')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Freezer' }).waitFor()
  })
})

describe('report drafts', () => {
  test('a draft survives a reload, is shown to its user alone, and can be discarded', async () => {
    const { member, administrator } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await nameField(page).fill('Half a report')
    await choose(page, 'Type', 'Refrigeration')
    await choose(page, 'Location', 'Harbour Street')
    await page.reload()
    await page.getByText('This is what you entered before.').waitFor()
    await expect.poll(() => nameField(page).inputValue()).toBe('Half a report')
    const location = page.getByRole('combobox', { name: 'Location' })
    await expect.poll(() => location.inputValue()).toBe('Harbour Street')
    await expectNoAxeViolations(page)

    const other = await openForm('/incidents/new', { as: administrator })
    await expect.poll(() => nameField(other).inputValue()).toBe('')

    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await expect.poll(() => nameField(page).inputValue()).toBe('')
    await page.reload()
    await nameField(page).waitFor()
    expect(await page.getByText('This is what you entered before.').count()).toBe(0)
  })

  test('a draft is deleted once the report is sent', async () => {
    const { member } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await nameField(page).fill('A whole report')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'A whole report' }).waitFor()
    await page.goto('/incidents/new')
    await nameField(page).waitFor()
    await expect.poll(() => nameField(page).inputValue()).toBe('')
  })
})

const loseOneResponse = (page: Page) =>
  answerFirstRequest(page, 'POST', '**/api/console/incidents', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 408, body: 'lost' })
  })

test('a report sent offline reports it at once and can be sent again', async () => {
  const { key, member } = await newShops()
  const page = await openForm('/incidents/new', { as: member })
  await nameField(page).fill('From the cold store')
  await page.context().setOffline(true)
  await report(page)
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
  await expect.poll(() => isInView(page.getByRole('alert'))).toBe(true)
  await page.context().setOffline(false)
  await report(page)
  await page.getByRole('heading', { level: 1, name: 'From the cold store' }).waitFor()
  expect(await listExternally(key)).toHaveLength(1)
})

test('the form is read-only while a report is sent and editable after a failure', async () => {
  const { member } = await newShops()
  const page = await openForm('/incidents/new', { as: member })
  const name = nameField(page)
  await name.fill('On its way')
  await answerFirstRequest(page, 'POST', '**/api/console/incidents', (route) =>
    route.fulfill({ status: 408, body: 'lost' }),
  )
  const sending = await delayRequests(page, 'POST', '**/api/console/incidents')
  await name.press('Enter')
  await sending.hasStarted
  for (const field of ['name', 'description', 'typeId', 'locationId', 'occurredAt', 'tags', 'latitude']) {
    await expect.poll(() => page.locator(`#incident-${field}`).isEditable()).toBe(false)
  }
  await page.keyboard.type(', and more')
  expect(await name.inputValue()).toBe('On its way')
  expect(await page.getByRole('button', { name: 'Discard draft' }).count()).toBe(0)
  const isDropTaken = await page.getByRole('group', { name: 'Photos and files' }).evaluate((element) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['a note'], 'late.txt', { type: 'text/plain' }))
    return !element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  })
  expect(isDropTaken).toBe(false)
  sending.release()
  await page.getByRole('alert').getByText('status 408').waitFor()
  await name.fill('On its way again')
  await report(page)
  await page.getByRole('heading', { level: 1, name: 'On its way again' }).waitFor()
})

test('a position that arrives during sending changes neither the report nor the next draft', async () => {
  const { key, member } = await newShops()
  const page = await openForm('/incidents/new', { as: member })
  const answer = await delayPosition(page)
  const name = nameField(page)
  await name.fill('Sent before')
  await page.locator('input[type=file][multiple]').setInputFiles([await photo('first.jpg')])
  await page.getByRole('button', { name: 'Use my position' }).click()
  const attaching = await delayRequests(page, 'POST', '**/api/console/incidents/*/media')
  await report(page)
  await attaching.hasStarted
  await answer()
  attaching.release()
  await page.getByRole('heading', { level: 1, name: 'Sent before' }).waitFor()
  await page.goto('/incidents/new')
  await name.waitFor()
  expect(await name.inputValue()).toBe('')
  await name.fill('Another')
  await report(page)
  await page.getByRole('heading', { level: 1, name: 'Another' }).waitFor()
  expect(await listExternally(key)).toHaveLength(2)
})

describe('reports sent twice', () => {
  test('a report whose response was lost exists once after it is sent again', async () => {
    const { key, member } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await loseOneResponse(page)
    await nameField(page).fill('Once')
    await report(page)
    await page.getByRole('alert').getByText('status 408').waitFor()
    await page.reload()
    await page.getByText('This is what you entered before.').waitFor()
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Once' }).waitFor()
    expect(await listExternally(key)).toHaveLength(1)
  })

  test('a report changed after a lost response links to the existing incident', async () => {
    const { key, member } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await loseOneResponse(page)
    await nameField(page).fill('Once')
    await report(page)
    await page.getByRole('alert').getByText('status 408').waitFor()
    await nameField(page).fill('Once, and more')
    await report(page)
    await page.getByText('This has been reported already').waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'Open the Incident' }).click()
    await page.getByRole('heading', { level: 1, name: 'Once', exact: true }).waitFor()
    expect(await listExternally(key)).toHaveLength(1)
  })

  test('a double click on Report creates one incident', async () => {
    const { key, member } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await nameField(page).fill('Quick')
    await page.getByRole('button', { name: 'Report', exact: true }).dblclick()
    await page.getByRole('heading', { level: 1, name: 'Quick' }).waitFor()
    expect(await listExternally(key)).toHaveLength(1)
  })
})

test('a failed photo keeps the incident and can be sent again', async () => {
  const { key, member } = await newShops()
  const page = await openForm('/incidents/new', { as: member })
  await nameField(page).fill('With two photos')
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([await photo('first.jpg'), await photo('second.jpg', 'door')])
  await answerFirstRequest(page, 'POST', '**/media', (route) => route.fulfill({ status: 408, body: 'lost' }))
  await report(page)
  await page.getByText('One file could not be attached:').waitFor()
  await page.getByText(/^first\.jpg: /).waitFor()
  await expectNoAxeViolations(page)
  expect(await listExternally(key)).toHaveLength(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Show first.jpg' }).waitFor()
  await page.getByRole('button', { name: 'Show second.jpg' }).waitFor()
  expect((await listExternally(key))[0]!.mediaIds).toHaveLength(2)
})

/** Opens the board while the console sends to an address. @returns `release`, which lets the request succeed or fail. */
async function leaveWhileSending(address: string) {
  const { key, member } = await newShops()
  const page = await openForm('/incidents/new', { as: member })
  const { promise, resolve: release } = Promise.withResolvers<'arrive' | 'fail'>()
  const { promise: isSending, resolve: leave } = Promise.withResolvers<void>()
  await page.route(address, async (route, request) => {
    if (request.method() !== 'POST') return route.fallback()
    leave()
    if ((await promise) === 'arrive') return route.continue()
    return route.fulfill({ status: 408, body: 'lost' })
  })
  await nameField(page).fill('In a hurry')
  await page.locator('input[type=file][multiple]').setInputFiles([await photo('first.jpg')])
  await report(page)
  await isSending
  await page.getByRole('link', { name: 'Board' }).click()
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  return { key, page, release }
}

describe('reports sent while their form is left', () => {
  test('a report sent in the background does not reopen its incident', async () => {
    const { key, page, release } = await leaveWhileSending('**/api/console/incidents/*/media')
    const arrived = page.waitForResponse('**/api/console/incidents/*/media')
    release('arrive')
    await (await arrived).finished()
    expect((await listExternally(key))[0]!.mediaIds).toHaveLength(1)
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  })

  test('a report that fails in the background is reported and stays a draft', async () => {
    const { page, release } = await leaveWhileSending('**/api/console/incidents')
    release('fail')
    await page.getByRole('alert').getByText('Your report was not sent.').waitFor()
    await page.goBack()
    await expect.poll(() => nameField(page).inputValue()).toBe('In a hurry')
  })
})

const strictlyStandard = (draft: ConfigurationContent): ConfigurationContent => ({
  ...draft,
  types: draft.types.map((type) => ({ ...type, active: type.active && type.name !== 'Tills' })),
  profiles: draft.profiles.map((profile) =>
    profile.name === 'Standard'
      ? { ...profile, fields: { ...profile.fields, description: { rule: 'required' } } }
      : profile,
  ),
})

describe('forms revised while they are filled in', () => {
  test('a report can still be sent under the revision it was started with', async () => {
    const { key, member, scope, draft } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await publishConfiguration(scope, strictlyStandard(draft))
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Begun before' }).waitFor()
    expect((await listExternally(key))[0]!.creationConfigVersion).toBe(2)
  })

  test('chosen photos stay when the form is revised', async () => {
    const { key, member, scope, draft } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await page.locator('input[type=file][multiple]').setInputFiles([await photo('freezer.jpg')])
    await page.getByRole('list', { name: 'One file chosen' }).waitFor()
    await publishConfiguration(scope, strictlyStandard(draft))
    // Browsers fire this when the window becomes visible again.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('The form was revised while you were filling it in (2 → 3)').waitFor()
    await page.getByRole('button', { name: 'Continue with revision 3' }).click()
    await page.getByLabel('Description').fill('What is asked for now')
    await report(page)
    await page.getByRole('button', { name: 'Show freezer.jpg' }).waitFor()
    expect((await listExternally(key))[0]!.mediaIds).toHaveLength(1)
  })

  test('a report under a revision that is too old can continue with the new one', async () => {
    const { key, member, scope, draft } = await newShops()
    await setOldestRevisionAge(scope, 0)
    const page = await openForm('/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await publishConfiguration(scope, strictlyStandard(draft))
    await page.reload()
    await page.getByRole('button', { name: 'Continue with revision 3' }).waitFor()
    await report(page)
    await page.getByText('Reports under the revision you started with are no longer accepted').waitFor()
    expect(await page.getByText('to change before this can be reported').count()).toBe(0)
    await page.getByRole('button', { name: 'Continue with revision 3' }).click()
    await page.getByRole('alert').getByText('One field has to change before this can be reported').waitFor()
    await page.getByLabel('Description').fill('What is asked for now')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Begun before' }).waitFor()
    expect((await listExternally(key))[0]!.creationConfigVersion).toBe(3)
  })

  test('a revised form lists its changes and keeps the entries', async () => {
    const { key, member, scope, draft } = await newShops()
    const page = await openForm('/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await publishConfiguration(scope, strictlyStandard(draft))
    await page.reload()
    await page.getByText('The form was revised while you were filling it in (2 → 3)').waitFor()
    await page.getByText('Description is now required.').waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Continue with revision 3' }).click()
    await report(page)
    await page.getByText('Description: Please fill in this field.').waitFor()
    await expect.poll(() => nameField(page).inputValue()).toBe('Begun before')
    await page.getByLabel('Description').fill('What is asked for now')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Begun before' }).waitFor()
    expect((await listExternally(key))[0]!.creationConfigVersion).toBe(3)
  })
})
