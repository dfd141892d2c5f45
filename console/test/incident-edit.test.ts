import { describe, expect, test } from 'vitest'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addPoint } from '../../server/src/directory/add-point.ts'
import { archivePoint } from '../../server/src/directory/archive.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { hasFocus, isInView, blockLiveUpdates } from './support/browser.ts'
import { deleteLocation } from './support/delete-location.ts'
import { createExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { changeIncidentAs } from './support/change-as.ts'
import { nameField } from './support/incident-form.ts'
import { incidentPages, failReads, timelineOf } from './support/incident-page.ts'

const { scope, key, member, colleague, location, point, openIncident, read } = await incidentPages()

describe('editing an incident', () => {
  test('an incident edit stores only the changed fields and adds the changes to the timeline', async () => {
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

    const { lastModifiedAt: before, version: firstVersion, ...untouched } = incident
    const { lastModifiedAt, version, ...stored } = await read(incident)
    expect(stored).toEqual({
      ...untouched,
      name: 'Freezer 3 is warm again',
      pointId: point.id,
      tags: ['night'],
    })
    expect(lastModifiedAt > before).toBe(true)
    expect(version).toBe(firstVersion + 1)
    await timelineOf(page).getByText('Name: from Freezer 3 is warm to Freezer 3 is warm again').waitFor()
    await timelineOf(page).getByText('Point: from nothing to Freezer 3').waitFor()
  })

  test("saving over a colleague's change is rejected once and shows that change, and a second save stores both", async () => {
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
    await page.getByRole('alert').getByText('changed this incident while you were editing').waitFor()
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

  test('text entered while an edit is being saved stays in the form, and the next save stores the text', async () => {
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
    expect(await page.getByText('changed this incident while you were editing').count()).toBe(0)

    await page.getByRole('link', { name: 'Board' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Freezer 4 is warm again' }).waitFor()
    await name.waitFor({ state: 'detached' })
    expect(await read(incident)).toMatchObject({ name: 'Freezer 4 is warm again' })
  })

  test("if loading a colleague's conflicting change fails, the next save shows the change", async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    // Block live updates, because otherwise the page would show the colleague's change before the save.
    await blockLiveUpdates(page)
    await page.reload()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('My name for it')
    await changeIncidentAs(colleague, incident, { name: 'Their name for it' })
    await page.route(`**/api/console/incidents/${incident.id}`, failReads)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Couldn’t save your changes').waitFor()
    await page.unroute(`**/api/console/incidents/${incident.id}`, failReads)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('changed this incident while you were editing').waitFor()
    expect(await read(incident)).toMatchObject({ name: 'Their name for it' })
  })

  test("after a conflict, the Save button is disabled until the colleague's change is loaded", async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('My name for it')
    await changeIncidentAs(colleague, incident, { name: 'Their name for it' })
    await page.getByText('You entered My name for it.').waitFor()
    const { hasStarted, release } = await delayRequests(page, 'GET', `**/api/console/incidents/${incident.id}`)
    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    await page.getByRole('alert').getByText('changed this incident while you were editing').waitFor()
    await hasStarted
    expect(await save.isDisabled()).toBe(true)
    release()
    await save.click()
    await page.getByRole('heading', { level: 1, name: 'My name for it' }).waitFor()
  })

  test('entries in a form that was reopened during a save survive the end of the save', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    await edit.click()
    await nameField(page).fill('First name')
    const { hasStarted, release } = await delayRequests(page, 'PATCH', `**/api/console/incidents/${incident.id}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await hasStarted
    await page.getByRole('button', { name: 'Cancel' }).click()
    await edit.click()
    await nameField(page).fill('Second name')
    release()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    expect(await nameField(page).inputValue()).toBe('Second name')
  })

  test('an edit form that failed to load appears after a retry', async () => {
    const configurationAddress = '**/api/console/creation-configurations/current'
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.route(configurationAddress, failReads)
    await page.reload()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load the form' })
    await alert.waitFor()
    await page.unroute(configurationAddress)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => nameField(page).inputValue()).toBe(incident.name)
  })

  test('opening the edit form focuses its first field, and closing the form focuses the Edit button', async () => {
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

  test('the button “Use their Name” replaces the name in the edit form with the name that a colleague has saved', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('My name for it')
    await changeIncidentAs(colleague, incident, { name: 'Their name for it' })
    await page.getByRole('button', { name: 'Use their Name' }).click()
    await expect.poll(() => nameField(page).inputValue()).toBe('Their name for it')
  })

  test('an edit that the server rejects shows the number of fields that have to change', async () => {
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
    await page.getByRole('alert').getByText('1 field needs a change:').waitFor()
  })

  test('an incident edit is saved even if a colleague has changed the assignee during the edit', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('Another name')
    await colleague.call('PATCH', `/incidents/${incident.id}`, { body: { assigneeId: colleague.user.id } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Another name' }).waitFor()
    expect(await read(incident)).toMatchObject({ name: 'Another name', assigneeId: colleague.user.id })
  })

  test('the Save button of the edit form is visible on a phone without scrolling', async () => {
    const page = await openIncident(await createExternally(key), member, 'phone')
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    await nameField(page).waitFor()
    const save = page.getByRole('button', { name: 'Save' })
    expect(await isInView(save)).toBe(true)
    await save.tap({ trial: true })
  })

  test('an edit with an empty required field is not saved, and the Save button focuses that field', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('')
    await page.getByText('Say what happened in one line.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => hasFocus(page.locator('#incident-name'))).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await read(incident)).toEqual(incident)
  })

  test('each violation of a rejected edit is listed until the user changes the field of the violation', async () => {
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
    const summary = page.getByRole('alert').filter({ hasText: 'fields need a change' })
    await summary.waitFor()
    await page.getByLabel('Description').fill('Shorter')
    await page.getByRole('alert').filter({ hasText: '1 field needs a change' }).getByText('Tags').waitFor()
    expect(await page.getByText('Couldn’t save').count()).toBe(0)
  })

  test('a location deleted while the edit form is open is reported at the location field', async () => {
    const gone = await addLocation(scope, { name: 'Closed for good' })
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('combobox', { name: 'Location' }).fill('closed')
    await page.getByRole('option', { name: 'Closed for good' }).click()
    await deleteLocation(scope, gone)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Location: This location no longer exists. Choose another.').waitFor()
    expect(await page.getByText('Couldn’t save').count()).toBe(0)
    expect(await read(incident)).toEqual(incident)
  })

  test('an edit that was rejected because of an archived point can be saved after the user has cleared the location', async () => {
    const former = await addPoint(scope, { locationId: location.id, name: 'Loading bay' })
    const incident = await createExternally(key, { locationId: location.id })
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).fill('Somewhere else')
    await page.getByRole('combobox', { name: 'Point' }).fill('loading')
    await page.getByRole('option', { name: 'Loading bay' }).click()
    await archivePoint(scope, former.id)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('This point is archived').waitFor()
    await page.getByRole('button', { name: 'Clear location' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Somewhere else' }).waitFor()
    expect(await read(incident)).toMatchObject({ locationId: null, pointId: null })
  })

  test("an edit with a rejected value can be saved after the user has replaced the value with a colleague's value", async () => {
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
    await page.getByRole('alert').getByText('1 field needs a change').waitFor()
    await changeIncidentAs(colleague, incident, { description: 'Theirs' })
    await page.getByRole('button', { name: 'Use their Description' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('changed this incident while you were editing').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Another name' }).waitFor()
    expect(await read(incident)).toMatchObject({ name: 'Another name', description: 'Theirs' })
  })

  test('leaving the page with an unsaved incident edit asks for confirmation', async () => {
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
