import { randomUUID } from 'node:crypto'
import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Page, Route } from 'playwright-core'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addPoint } from '../../server/src/directory/add-point.ts'
import { addUser } from '../../server/src/directory/users/add.ts'
import { archivePoint, archiveUser } from '../../server/src/directory/archive.ts'
import { signInAs, type SignedIn } from '../../server/test/support/console.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus, isInView, blockLiveUpdates, serverUrl } from './support/browser.ts'
import { deleteLocation } from './support/delete-location.ts'
import { callExternally, commentExternally, createExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { changeIncidentAs } from './support/change-as.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'
import { photo } from './support/photo.ts'

const open = browser()
const newOrganization = organizations()
const { scope, key, member, administrator } = await newOrganization()
const colleague: SignedIn = await signInAs(serverUrl(), scope, 'member')

const [typeId, categoryId, profileId] = [uuidv7(), uuidv7(), uuidv7()]
const configuration: ConfigurationContent = {
  types: [{ id: typeId, name: 'Refrigeration', active: true, profileId: null }],
  categories: [{ id: categoryId, typeId, name: 'Too warm', active: true }],
  profiles: [{ id: profileId, name: 'Standard', fields: { name: { rule: 'required' } } }],
  defaultProfileId: profileId,
}
await publishConfiguration(scope, configuration)
const location = await addLocation(scope, { name: 'Harbour Street' })
const point = await addPoint(scope, { locationId: location.id, name: 'Freezer 3' })

const openIncident = async (incident: IncidentResponse, as = member, screen: 'desktop' | 'phone' = 'desktop') => {
  const page = await open(`/incidents/${incident.id}`, { as, screen })
  await page.getByRole('heading', { level: 1, name: incident.name! }).waitFor()
  return page
}
const read = ({ id }: IncidentResponse) => callExternally<IncidentResponse>(key, 'GET', `/incidents/${id}`)
const timelineOf = (page: Page) => page.getByRole('list', { name: 'Comments and changes' })
const failReads = (route: Route) =>
  route.request().method() === 'GET' ? route.fulfill({ status: 400, body: '{}' }) : route.fallback()
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

const priorityButton = (page: Page, priority: string) =>
  page.getByRole('button', { name: `Priority: ${priority}`, exact: true })

describe.each(['desktop', 'phone'] as const)('on a %s', (screen) => {
  test('an incident shows all fields, its reporter, its source and its configuration revision', async () => {
    const incident = await createExternally(key, {
      name: 'Freezer 3 is warm',
      description: 'Since the morning.\nDoor was open.',
      typeId,
      categoryId,
      priority: 'CRITICAL',
      locationId: location.id,
      pointId: point.id,
      occurredAt: '2026-03-01T08:30:12.345Z',
      tags: ['cold-chain'],
      latitude: 53.5436,
      longitude: 9.9885,
      externalId: 'gateway-17/1',
    })
    const page = await openIncident(incident, member, screen)
    await page.getByText('Door was open.').waitFor()
    const facts = details(page)
    const words = ['Critical', 'Refrigeration', 'Too warm', 'Harbour Street', 'Freezer 3', 'cold-chain', 'gateway-17/1']
    for (const text of [...words, '53.5436, 9.9885', 'External API auditor', 'Through the API']) {
      await facts.getByText(text, { exact: true }).waitFor()
    }
    await facts.getByText('Creation configuration, revision 2').waitFor()
    await facts.locator('time[title="2026-03-01T08:30:12.345Z"]').waitFor()
    await timelineOf(page).getByText('reported this Incident through the API').waitFor()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).waitFor()
    // Tall enough for all fields: on a phone, the bar of buttons partly covers the control at its edge.
    await page.setViewportSize({ ...page.viewportSize()!, height: 2400 })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
  })
})

describe('editing an incident', () => {
  test('an edit stores only the changed fields and adds them to the timeline', async () => {
    const occurredAt = '2026-03-01T08:30:12.345Z'
    const incident = await createExternally(key, { occurredAt, locationId: location.id })
    const page = await openIncident(incident)
    await page.keyboard.press('e')
    await nameField(page).fill('Freezer 3 is warm again')
    await page.getByRole('combobox', { name: 'Point' }).fill('freez')
    await page.getByRole('option', { name: 'Freezer 3' }).click()
    await page.getByLabel('Tags').first().fill('night')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Freezer 3 is warm again' }).waitFor()

    const { lastModifiedAt: before, ...untouched } = incident
    const { lastModifiedAt, ...stored } = await read(incident)
    expect(stored).toEqual({
      ...untouched,
      name: 'Freezer 3 is warm again',
      pointId: point.id,
      tags: ['night'],
    })
    expect(lastModifiedAt > before).toBe(true)
    await timelineOf(page).getByText('Name: from Freezer 3 is warm to Freezer 3 is warm again').waitFor()
    await timelineOf(page).getByText('Point: from nothing to Freezer 3').waitFor()
  })

  test("a colleague's change is shown during an edit, and saving keeps both", async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('My name for it')
    await page.getByLabel('Description').fill('What I know')

    const theirs = { name: 'Their name for it', priority: 'CRITICAL' } as const
    await changeIncidentAs(colleague, incident, theirs)
    await page.getByText('Name: Freezer 3 is warm → Their name for it').waitFor()
    await page.getByText('Priority: Normal → Critical').waitFor()
    await page.getByText('You entered My name for it.').waitFor()

    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Somebody changed this Incident').waitFor()
    await expect.poll(() => isInView(page.getByRole('alert'))).toBe(true)
    expect(await read(incident)).toMatchObject(theirs)
    await expect.poll(() => nameField(page).inputValue()).toBe('My name for it')
    await expectNoAxeViolations(page)

    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'My name for it' }).waitFor()
    expect(await read(incident)).toMatchObject({
      name: 'My name for it',
      description: 'What I know',
      priority: 'CRITICAL',
    })
  })

  test('entries made while an edit is saved stay for the next save', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    const name = nameField(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await name.fill('Freezer 4 is warm')
    await page.getByLabel('Description').fill('What I know')
    const saving = await delayRequests(page, 'PATCH', `**/api/console/incidents/${incident.id}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await saving.hasStarted
    await name.fill('Freezer 4 is warm again')
    saving.release()
    await page.getByText('Saved.').waitFor()
    expect(await read(incident)).toMatchObject({ name: 'Freezer 4 is warm', description: 'What I know' })
    expect(await name.inputValue()).toBe('Freezer 4 is warm again')
    expect(await page.getByText('Somebody changed this Incident').count()).toBe(0)

    await page.getByRole('link', { name: 'Board' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Freezer 4 is warm again' }).waitFor()
    await name.waitFor({ state: 'detached' })
    expect(await read(incident)).toMatchObject({ name: 'Freezer 4 is warm again' })
  })

  test('a conflict whose changes cannot be read is reported and read with the next save', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    // Without live updates, which would show the change before the save.
    await blockLiveUpdates(page)
    await page.reload()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('My name for it')
    await changeIncidentAs(colleague, incident, { name: 'Their name for it' })
    await page.route(`**/api/console/incidents/${incident.id}`, failReads)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('That did not work').waitFor()
    await page.unroute(`**/api/console/incidents/${incident.id}`, failReads)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Somebody changed this Incident').waitFor()
    expect(await read(incident)).toMatchObject({ name: 'Their name for it' })
  })

  test('an edit whose form failed to load can be retried', async () => {
    const configurationAddress = '**/api/console/creation-configurations/current'
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.route(configurationAddress, failReads)
    await page.reload()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'That did not work' })
    await alert.waitFor()
    await page.unroute(configurationAddress)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => nameField(page).inputValue()).toBe(incident.name)
  })

  test('an edit focuses its first field and returns the focus when it ends', async () => {
    const page = await openIncident(await createExternally(key))
    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    const name = nameField(page)
    await edit.press('Enter')
    await expect.poll(() => hasFocus(name)).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(() => hasFocus(edit)).toBe(true)
    await page.keyboard.press('e')
    await expect.poll(() => hasFocus(name)).toBe(true)
    await name.fill('Freezer 4 is warm')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect.poll(() => hasFocus(edit)).toBe(true)
  })

  test("a colleague's value can be taken over into an edit", async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('My name for it')
    await changeIncidentAs(colleague, incident, { name: 'Their name for it' })
    await page.getByRole('button', { name: 'Use their Name' }).click()
    await expect.poll(() => nameField(page).inputValue()).toBe('Their name for it')
  })

  test('a rejected edit shows the number of fields to change', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    const errors = [{ pointer: '/name', code: 'invalid_text', message: 'must not contain NUL' }]
    await page.route(`**/api/console/incidents/${incident.id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { code: 'invalid_request', detail: 'See errors.', errors } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('Another name')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('One field has to change before this can be saved:').waitFor()
  })

  test('an edit is saved although the assignee changed meanwhile', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('Another name')
    await colleague.call('POST', `/incidents/${incident.id}/assignee`, { body: { assigneeId: colleague.user.id } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Another name' }).waitFor()
    expect(await read(incident)).toMatchObject({ name: 'Another name', assigneeId: colleague.user.id })
  })

  test('the Save button stays visible on a phone at any scroll position', async () => {
    const page = await openIncident(await createExternally(key), member, 'phone')
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    await nameField(page).waitFor()
    const save = page.getByRole('button', { name: 'Save' })
    expect(await isInView(save)).toBe(true)
    await save.tap({ trial: true })
  })

  test('an edit cannot empty a required field, and the error is at the field', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('')
    await page.getByText('Please fill in this field.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => hasFocus(page.locator('#incident-name'))).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await read(incident)).toEqual(incident)
  })

  test('violations of a rejected edit are shown at each field until it changes', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    const errors = ['/description', '/tags'].map((pointer) => ({ pointer, code: 'too_long', message: `${pointer}!` }))
    const problem = { code: 'invalid_incident', title: 'Refused', status: 400, detail: 'Refused.', errors }
    await page.route(`**/api/console/incidents/${incident.id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: problem, contentType: 'application/problem+json' })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Longer')
    await page.getByRole('button', { name: 'Save' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'fields have to change' })
    await summary.waitFor()
    await page.getByLabel('Description').fill('Shorter')
    await page.getByRole('alert').filter({ hasText: 'One field has to change' }).getByText('Tags').waitFor()
    expect(await page.getByText('That did not work').count()).toBe(0)
  })

  test('a location deleted meanwhile is reported at its field', async () => {
    const gone = await addLocation(scope, { name: 'Closed for good' })
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('combobox', { name: 'Location' }).fill('closed')
    await page.getByRole('option', { name: 'Closed for good' }).click()
    await deleteLocation(scope, gone)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Location: This Location no longer exists. Choose another.').waitFor()
    expect(await page.getByText('That did not work').count()).toBe(0)
    expect(await read(incident)).toEqual(incident)
  })

  test('an edit can be saved after clearing the location of a rejected point', async () => {
    const former = await addPoint(scope, { locationId: location.id, name: 'Loading bay' })
    const incident = await createExternally(key, { locationId: location.id })
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('Somewhere else')
    await page.getByRole('combobox', { name: 'Point' }).fill('loading')
    await page.getByRole('option', { name: 'Loading bay' }).click()
    await archivePoint(scope, former.id)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('This Point is archived').waitFor()
    await page.getByRole('button', { name: 'Clear Location' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Somewhere else' }).waitFor()
    expect(await read(incident)).toMatchObject({ locationId: null, pointId: null })
  })

  test("an edit can be saved after replacing a rejected value with a colleague's", async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    const errors = [{ pointer: '/description', code: 'invalid_text', message: 'must not contain NUL' }]
    await page.route(`**/api/console/incidents/${incident.id}`, (route) =>
      route.request().method() === 'PATCH' && route.request().postData()!.includes('Mine')
        ? route.fulfill({ status: 400, json: { code: 'invalid_request', detail: 'See errors.', errors } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('Another name')
    await page.getByLabel('Description').fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('One field has to change').waitFor()
    await changeIncidentAs(colleague, incident, { description: 'Theirs' })
    await page.getByRole('button', { name: 'Use their Description' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Somebody changed this Incident').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Another name' }).waitFor()
    expect(await read(incident)).toMatchObject({ name: 'Another name', description: 'Theirs' })
  })

  test('leaving an unsaved edit asks first', async () => {
    const page = await openIncident(await createExternally(key))
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Half a sentence')
    await page.getByRole('link', { name: 'Board' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Half a sentence')
    await page.getByRole('link', { name: 'Board' }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  })
})

test('the incident page has no accessibility violation in dark', async () => {
  const incident = await createExternally(key)
  await commentExternally(key, incident, 'Sensor F1-07: −11.8 °C', { externalId: 'note-7' })
  await colleague.call('POST', `/incidents/${incident.id}/assignee`, { body: { assigneeId: colleague.user.id } })
  const page = await open(`/incidents/${incident.id}`, { as: member, colorScheme: 'dark' })
  await timelineOf(page).getByText('Assignee: from nobody').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await nameField(page).fill('')
  await page.getByText('Please fill in this field.').waitFor()
  await expectNoAxeViolations(page)
})

test('the page offers exactly the moves that the workflow allows', async () => {
  const page = await openIncident(await createExternally(key))
  const moves = details(page).getByRole('button', { name: /^Move to/ })
  await moves.first().waitFor()
  await expect.poll(() => moves.allTextContents()).toEqual(['In progress', 'Resolved', 'Closed'])
  await page.getByRole('button', { name: 'Move to Closed' }).click()
  await timelineOf(page).getByText('State: from Open to Closed').waitFor()
  await expect.poll(() => moves.allTextContents()).toEqual(['Open'])
})

test('moves that failed to load can be retried', async () => {
  const page = await openIncident(await createExternally(key))
  await page.route('**/api/console/workflow-states', failReads)
  await page.reload()
  await details(page).getByRole('alert').getByText('That did not work').waitFor()
  await page.unroute('**/api/console/workflow-states')
  await details(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => details(page).getByRole('button', { name: 'Move to Closed' }).count()).toBe(1)
})

test('buttons of the details keep the focus nearby, and the new state is announced', async () => {
  const page = await openIncident(await createExternally(key))
  await page.getByRole('button', { name: 'Move to Closed' }).press('Enter')
  await details(page).getByRole('status').getByText('Closed').waitFor()
  expect(await hasFocus(details(page).getByRole('region', { name: 'State' }))).toBe(true)
  const assignToMe = page.getByRole('button', { name: 'Assign to me' })
  await assignToMe.press('Enter')
  await assignToMe.waitFor({ state: 'detached' })
  expect(await hasFocus(details(page).getByRole('region', { name: 'Assignee' }))).toBe(true)
  await expectNoAxeViolations(page)
})

test('a move that became impossible shows the reason and the current moves', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  // Without live updates, which would replace the buttons before the click.
  await blockLiveUpdates(page)
  await page.reload()
  await page.getByRole('button', { name: 'Move to Resolved' }).waitFor()
  const states = await callExternally<{ data: { id: string; name: string }[] }>(key, 'GET', '/workflow-states')
  const closed = states.data.find(({ name }) => name === 'Closed')!
  await colleague.call('POST', `/incidents/${incident.id}/transition`, { body: { stateId: closed.id } })
  await page.getByRole('button', { name: 'Move to Resolved' }).click()
  await page.getByRole('alert').getByText('From its current state the incident can move to "Open".').waitFor()
  await page.getByRole('button', { name: 'Move to Open' }).waitFor()
})

describe('the assignee', () => {
  test('an incident can be assigned to oneself, to a user found by search, or to nobody', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await timelineOf(page).getByText('Assignee: from nobody to Maren Member').waitFor()

    await page.keyboard.press('a')
    await page.keyboard.type('ada')
    await page.getByRole('option', { name: administrator.name }).click()
    await timelineOf(page).getByText('Assignee: from Maren Member to Ada Administrator').waitFor()

    await page.getByRole('button', { name: 'Clear Assignee' }).click()
    await timelineOf(page).getByText('Assignee: from Ada Administrator to nobody').waitFor()
    expect(await read(incident)).toMatchObject({ assigneeId: null })
  })

  test('assigning a user archived meanwhile shows the reason and the next step', async () => {
    const incident = await createExternally(key)
    const leaving = await addUser(scope, {
      name: 'Lea Leaving',
      email: `${randomUUID()}@example.com`,
      role: 'member',
      password: undefined,
    })
    const page = await openIncident(incident)
    const found = page.waitForResponse('**/api/console/users?*q=lea*')
    await page.getByRole('combobox', { name: 'Assignee' }).fill('lea')
    await found
    const option = page.getByRole('option', { name: 'Lea Leaving' })
    await option.waitFor()
    await archiveUser(scope, leaving)
    await option.click()
    const alert = page.getByRole('alert').filter({ hasText: 'Assigning did not work' })
    await alert.getByText('Assignee: This user is archived. Choose somebody else.').waitFor()
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    expect(await read(incident)).toMatchObject({ assigneeId: null })
  })

  test('the search for an assignee shows only matches, not the current assignee', async () => {
    const page = await openIncident(await createExternally(key, { assigneeId: colleague.user.id }))
    const field = page.getByRole('combobox', { name: 'Assignee' })
    await expect.poll(() => field.inputValue()).toBe(colleague.user.name)
    await field.fill('nobody is called this')
    await page.getByText('Nothing found').waitFor()
    await page.route('**/api/console/users?*', failReads)
    await field.fill('nor this')
    await page.getByText('The list could not be fetched.').waitFor()
    await page.keyboard.press('Escape')
    await field.blur()
    await expect.poll(() => field.inputValue()).toBe(colleague.user.name)
  })

  test('system users cannot be assignees', async () => {
    const page = await openIncident(await createExternally(key))
    await page.getByRole('combobox', { name: 'Assignee' }).click()
    const names = () => page.getByRole('option').allTextContents()
    await expect.poll(names).toContain('Ada Administrator')
    expect(await names()).not.toContain('External API auditor')
  })
})

describe('the priority', () => {
  test('the priority is changed by mouse and by keyboard, and announced', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await priorityButton(page, 'Normal').click()
    await expectNoAxeViolations(page)
    await page.getByRole('menuitemradio', { name: 'Critical' }).click()
    await timelineOf(page).getByText('Priority: from Normal to Critical').waitFor()
    await details(page).getByRole('status').getByText('Critical').waitFor()

    await page.keyboard.press('p')
    const chosen = page.getByRole('menuitemradio', { name: 'Critical', checked: true })
    await expect.poll(() => hasFocus(chosen)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await timelineOf(page).getByText('Priority: from Critical to Major').waitFor()
    await expect.poll(() => hasFocus(priorityButton(page, 'Major'))).toBe(true)
    expect(await read(incident)).toMatchObject({ priority: 'MAJOR' })
  })

  test("the priority changes despite a colleague's change of other fields", async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    // Without live updates, which would show the colleague's change first.
    await page.route('**/api/console/events', (route) => route.fulfill({ status: 429 }))
    await page.reload()
    await priorityButton(page, 'Normal').waitFor()
    const theirs = { name: 'Their name for it', priority: 'MINOR' }
    const headers = { 'if-match': `"${incident.lastModifiedAt}"` }
    await colleague.call('PATCH', `/incidents/${incident.id}`, { body: theirs, headers })
    await priorityButton(page, 'Normal').click()
    await page.getByRole('menuitemradio', { name: 'Critical' }).click()
    await page.getByRole('heading', { level: 1, name: 'Their name for it' }).waitFor()
    await timelineOf(page).getByText('Priority: from Minor to Critical').waitFor()
  })

  test('the last of two quickly chosen priorities is stored', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    const change = await delayRequests(page, 'POST', `**/api/console/incidents/${incident.id}/priority`)
    await priorityButton(page, 'Normal').click()
    await page.getByRole('menuitemradio', { name: 'Critical' }).click()
    await change.hasStarted
    await priorityButton(page, 'Critical').click()
    await page.getByRole('menuitemradio', { name: 'Minor' }).click()
    await priorityButton(page, 'Minor').waitFor()
    change.release()
    await timelineOf(page).getByText('Priority: from Critical to Minor').waitFor()
    expect(await read(incident)).toMatchObject({ priority: 'MINOR' })
  })

  test('a rejected priority change is undone and its reason shown', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.route('**/api/console/incidents/*/priority', (route) =>
      route.fulfill({ status: 429, json: { code: 'rate_limited', detail: 'Too many at once.' } }),
    )
    await priorityButton(page, 'Normal').click()
    await page.getByRole('menuitemradio', { name: 'Critical' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Changing the priority did not work' })
    await alert.getByText('Too many at once. Try again in a moment.').waitFor()
    await priorityButton(page, 'Normal').waitFor()
    expect(await read(incident)).toMatchObject({ priority: 'NORMAL' })
  })

  test('the priority can be changed on a phone 320 px wide, and is a field of the open form', async () => {
    const page = await openIncident(await createExternally(key), member, 'phone')
    await page.setViewportSize({ width: 320, height: 640 })
    await priorityButton(page, 'Normal').tap()
    await page.getByRole('menuitemradio', { name: 'Major' }).waitFor()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('menuitemradio', { name: 'Major' }).tap()
    await priorityButton(page, 'Major').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    await page.getByRole('combobox', { name: 'Priority' }).waitFor()
    expect(await priorityButton(page, 'Major').count()).toBe(0)
  })
})

describe('deleting an incident', () => {
  test('deleting asks first, then the incident disappears for all users', async () => {
    const incident = await createExternally(key)
    const [page, other] = await Promise.all([openIncident(incident), openIncident(incident, administrator)])
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete Incident' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this Incident?' })
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'More actions' }))).toBe(true)
    expect((await read(incident)).id).toBe(incident.id)

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete Incident' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/incidents')
    await expect(read(incident)).rejects.toThrow('404')
    await other.getByText('This Incident was deleted.').waitFor()
  })
})

test('a browser that blocks copying the link is reported', async () => {
  const page = await openIncident(await createExternally(key))
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await page.getByRole('alert').getByText('Your browser does not let this page copy text.').waitFor()
})

test('an incident of another organization is not found', async () => {
  const elsewhere = await newOrganization()
  const incident = await createExternally(elsewhere.key, { name: 'Theirs' })
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
  expect(await page.getByText('Theirs').count()).toBe(0)
  await expectNoAxeViolations(page)
})

test('comments and changes from elsewhere appear without a reload', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  await timelineOf(page).getByText('reported this Incident').waitFor()
  await commentExternally(key, incident, 'Sensor F1-07 is back in range')
  await timelineOf(page).getByText('Sensor F1-07 is back in range').waitFor()
  await colleague.call('POST', `/incidents/${incident.id}/assignee`, { body: { assigneeId: colleague.user.id } })
  const change = timelineOf(page).getByText(/^Assignee: /)
  await expect.poll(() => change.allTextContents()).toEqual([`Assignee: from nobody to ${colleague.user.name}`])
})

test('files can be attached and removed', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  const gallery = page.getByRole('region', { name: 'Photos and files' })
  await gallery.locator('input[type=file][multiple]').setInputFiles([await photo('freezer.jpg')])
  await gallery.getByRole('button', { name: 'Show freezer.jpg' }).waitFor()
  await timelineOf(page).getByText('attached freezer.jpg').waitFor()
  expect((await read(incident)).mediaIds).toHaveLength(1)
  await expectNoAxeViolations(page)

  await gallery.getByRole('button', { name: 'Remove freezer.jpg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await gallery.getByText('No photos or files yet.').waitFor()
  expect((await read(incident)).mediaIds).toEqual([])
})

test('the printed page shows the incident without buttons and inputs', async () => {
  const incident = await createExternally(key, { description: 'Since the morning.', locationId: location.id })
  await colleague.call('POST', `/incidents/${incident.id}/assignee`, { body: { assigneeId: colleague.user.id } })
  const page = await openIncident(incident)
  await timelineOf(page).getByText('assigned it').waitFor()
  await page.emulateMedia({ media: 'print' })
  // A4 without its margins, in CSS pixels.
  await page.setViewportSize({ width: 718, height: 1047 })
  for (const text of ['Since the morning.', 'assigned it', 'Harbour Street', 'No photos or files yet.'])
    expect(await page.getByText(text).isVisible()).toBe(true)
  expect(await details(page).getByRole('combobox', { name: 'Assignee' }).inputValue()).toBe(colleague.user.name)
  for (const role of ['navigation', 'button', 'switch', 'textbox'] as const)
    expect(await page.getByRole(role).count()).toBe(0)
  await expectNoSidewaysScroll(page)
})

test('the help lists the shortcuts of the incident page', async () => {
  const page = await openIncident(await createExternally(key))
  await page.keyboard.press('Shift+?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByRole('heading', { name: 'This Incident' }).waitFor()
  const described = () => help.getByRole('row').allTextContents()
  for (const text of ['Edit the fieldse', 'Write a Commentm', 'Choose the assigneea', 'Choose the priorityp'])
    await expect.poll(described).toContain(text)
})
