import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addUser } from '../../server/src/directory/users/add.ts'
import { archiveUser } from '../../server/src/directory/archive.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { hasFocus, blockLiveUpdates } from './support/browser.ts'
import { changeIncidentAs } from './support/change-as.ts'
import { callExternally, createExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { incidentPages, details, failReads, moveTo, stateButton, timelineOf } from './support/incident-page.ts'
import { routeChanges } from './support/route-changes.ts'

const { scope, key, member, administrator, colleague, openIncident, read } = await incidentPages()

const priorityButton = (page: Page, priority: string) =>
  page.getByRole('button', { name: `Priority: ${priority}`, exact: true })

/**
 * Opens the page of an incident, and then changes the incident as a colleague. The page does not notice this change.
 */
async function openUnawareOf(theirs: Parameters<typeof changeIncidentAs>[2]) {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  await blockLiveUpdates(page)
  await page.reload()
  await priorityButton(page, 'Normal').waitFor()
  await changeIncidentAs(colleague, incident, theirs)
  return { page, incident }
}

describe('the state of an incident', () => {
  test('the state menu offers exactly the allowed next states, and the button beside the menu offers the first one', async () => {
    const page = await openIncident(await createExternally(key))
    await stateButton(page, 'Open').click()
    await page.getByRole('option', { name: 'Closed' }).waitFor()
    expect((await page.getByRole('option').allTextContents()).map((text) => text.trim())).toEqual([
      'In progress',
      'Resolved',
      'Closed',
    ])
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Move to In progress' }).click()
    await timelineOf(page).getByText('State: from Open to In progress').waitFor()
    await page.getByRole('button', { name: 'Move to Resolved' }).waitFor()
    await moveTo(page, 'Closed')
    await timelineOf(page).getByText('State: from In progress to Closed').waitFor()
    await page.getByRole('button', { name: 'Move to Open' }).waitFor()
  })

  test('if the next states failed to load, the menu of the state shows them after a retry', async () => {
    const page = await openIncident(await createExternally(key))
    await page.route('**/api/console/workflow-states', failReads)
    await page.reload()
    await page.getByRole('button', { name: /^State: / }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load the list' })
    await alert.waitFor()
    await page.unroute('**/api/console/workflow-states')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('option', { name: 'Closed' }).waitFor()
  })

  test('a double click on the button for the next state moves the incident once', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Move to In progress' }).dblclick()
    await timelineOf(page).getByText('State: from Open to In progress').waitFor()
    await stateButton(page, 'In progress').waitFor()
    expect((await read(incident)).version).toBe(incident.version + 1)
  })

  test('holding Enter on the button for the next state moves the incident once', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    const moves: string[] = []
    page.on('request', (request) => void (request.method() === 'PATCH' && moves.push(request.url())))
    await page.getByRole('button', { name: 'Move to In progress' }).focus()
    await page.keyboard.down('Enter')
    await page.getByRole('button', { name: 'Move to Resolved' }).waitFor()
    // Pressing a key that is already down simulates the repetition of a held key.
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.press('Enter')
    await stateButton(page, 'Resolved').waitFor()
    // The page shows the new state before the server has stored it, so ask the server.
    await expect.poll(async () => (await read(incident)).version).toBe(incident.version + 2)
    expect(moves).toHaveLength(2)
  })

  test('after a move by keyboard, the button for the next move has the focus, and screen readers announce the new state', async () => {
    const page = await openIncident(await createExternally(key))
    await page.getByRole('button', { name: 'Move to In progress' }).press('Enter')
    await page
      .getByRole('status')
      .filter({ has: stateButton(page, 'In progress') })
      .waitFor()
    expect(await hasFocus(page.getByRole('button', { name: 'Move to Resolved' }))).toBe(true)
    await expectNoAxeViolations(page)
  })

  test("if a colleague's move makes the user's move impossible, the alert names the colleague and shows the allowed moves", async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    // Block live updates, because the page would show the move of the colleague before the click.
    await blockLiveUpdates(page)
    await page.reload()
    await stateButton(page, 'Open').waitFor()
    const states = await callExternally<{ data: { id: string; name: string }[] }>(key, 'GET', '/workflow-states')
    const closed = states.data.find(({ name }) => name === 'Closed')!
    await colleague.call('PATCH', `/incidents/${incident.id}`, { body: { stateId: closed.id } })
    await moveTo(page, 'Resolved')
    const alert = page.getByRole('alert').filter({ hasText: 'changed the state to Closed in the meantime.' })
    await alert.getByText(colleague.user.name).waitFor()
    await alert.getByRole('button', { name: 'Keep mine: Resolved' }).click()
    await page.getByRole('alert').getByText('From its current state the incident can move to "Open".').waitFor()
    await page.getByRole('button', { name: 'Move to Open' }).waitFor()
  })
})

describe('the assignee of an incident', () => {
  test('an incident can be assigned to oneself, to a user found by search, or to nobody', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await timelineOf(page).getByText('Assignee: from nobody to Maren Member').waitFor()

    await page.keyboard.press('i')
    await page.keyboard.type('ada')
    await page.keyboard.press('Enter')
    await timelineOf(page).getByText('Assignee: from Maren Member to Ada Administrator').waitFor()
    const button = page.getByRole('button', { name: `Assignee: ${administrator.name}` })
    await button.click()
    await page.getByRole('option', { name: 'Unassigned' }).click()
    await timelineOf(page).getByText('Assignee: from Ada Administrator to nobody').waitFor()
    expect(await read(incident)).toMatchObject({ assigneeId: null })
  })

  test('assigning an incident to a user who was just archived fails, and the reason is shown beside the assignee', async () => {
    const incident = await createExternally(key)
    const leaving = await addUser(scope, {
      name: 'Lea Leaving',
      email: `${randomUUID()}@example.com`,
      role: 'member',
      password: undefined,
    })
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Assignee: Nobody' }).click()
    const option = page.getByRole('option', { name: 'Lea Leaving' })
    await option.waitFor()
    await archiveUser(scope, leaving)
    await option.click()
    const reason = details(page).getByRole('alert').getByText('This user is archived. Choose somebody else.')
    await reason.waitFor()
    expect(await colorOf(reason)).not.toBe(await colorOf(details(page)))
    await page.getByRole('button', { name: 'Assignee: Nobody' }).waitFor()
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    expect(await read(incident)).toMatchObject({ assigneeId: null })
  })

  test('the list of users to assign has no system users, and a retry loads a list that failed to load', async () => {
    const page = await openIncident(await createExternally(key))
    await page.route('**/api/console/users?*', failReads)
    await page.reload()
    await page.getByRole('button', { name: 'Assignee: Nobody' }).click()
    await page.getByText('Couldn’t load the list').waitFor()
    await page.unroute('**/api/console/users?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.getByRole('option').allTextContents()).toContain('Ada Administrator')
    expect(await page.getByRole('option').allTextContents()).not.toContain('External API auditor')
    await page.keyboard.type('nobody is called this')
    await page.getByText('Nothing found').waitFor()
  })
})

describe('the priority of an incident', () => {
  test('after the priority is changed by mouse or keyboard, the focus returns to its former place', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await priorityButton(page, 'Normal').click()
    await expectNoAxeViolations(page)
    await page.getByRole('option', { name: 'Critical' }).click()
    await timelineOf(page).getByText('Priority: from Normal to Critical').waitFor()
    await expect.poll(() => hasFocus(priorityButton(page, 'Critical'))).toBe(true)

    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    await edit.focus()
    await page.keyboard.press('p')
    await page.getByRole('option', { name: 'Critical', checked: true }).waitFor()
    await page.keyboard.type('maj')
    await page.keyboard.press('Enter')
    await timelineOf(page).getByText('Priority: from Critical to Major').waitFor()
    await expect.poll(() => hasFocus(edit)).toBe(true)
    expect(await read(incident)).toMatchObject({ priority: 'MAJOR' })
  })

  test('a user can set the priority even if a colleague has changed another fact since the page loaded', async () => {
    const { page, incident } = await openUnawareOf({ name: 'Their name for it' })
    await priorityButton(page, 'Normal').click()
    await page.getByRole('option', { name: 'Critical' }).click()
    await page.getByRole('heading', { level: 1, name: 'Their name for it' }).waitFor()
    await timelineOf(page).getByText('Priority: from Normal to Critical').waitFor()
    expect(await read(incident)).toMatchObject({ priority: 'CRITICAL', name: 'Their name for it' })
  })

  test('if a colleague has changed the priority too, the page names the colleague, and the user chooses one of the two priorities', async () => {
    const { page, incident } = await openUnawareOf({ priority: 'MINOR' })
    await priorityButton(page, 'Normal').click()
    await page.getByRole('option', { name: 'Critical' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'changed the priority to Minor in the meantime.' })
    await alert.getByText(colleague.user.name).waitFor()
    await priorityButton(page, 'Minor').waitFor()
    await expectNoAxeViolations(page)
    expect(await read(incident)).toMatchObject({ priority: 'MINOR' })

    await alert.getByRole('button', { name: 'Keep mine: Critical' }).click()
    await timelineOf(page).getByText('Priority: from Minor to Critical').waitFor()
    await alert.waitFor({ state: 'detached' })
  })

  test('“Take theirs” keeps the priority that the colleague has set', async () => {
    const { page, incident } = await openUnawareOf({ priority: 'MINOR' })
    await priorityButton(page, 'Normal').click()
    await page.getByRole('option', { name: 'Critical' }).click()
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await priorityButton(page, 'Minor').waitFor()
    expect(await page.getByRole('button', { name: 'Take theirs' }).count()).toBe(0)
    expect(await read(incident)).toMatchObject({ priority: 'MINOR' })
  })

  test('if the user chooses a second priority while the first is being saved, the second is stored', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    const change = await delayRequests(page, 'PATCH', `**/api/console/incidents/${incident.id}`)
    await priorityButton(page, 'Normal').click()
    await page.getByRole('option', { name: 'Critical' }).click()
    await change.hasStarted
    await priorityButton(page, 'Critical').click()
    await page.getByRole('option', { name: 'Minor' }).click()
    await priorityButton(page, 'Minor').waitFor()
    change.release()
    await timelineOf(page).getByText('Priority: from Critical to Minor').waitFor()
    expect(await read(incident)).toMatchObject({ priority: 'MINOR' })
  })

  test('a priority change that the server rejects is undone, and the reason is shown', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await routeChanges(page, (route) =>
      route.fulfill({ status: 429, json: { code: 'rate_limited', detail: 'Too many at once.' } }),
    )
    await priorityButton(page, 'Normal').click()
    await page.getByRole('option', { name: 'Critical' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t change the priority' })
    await alert.getByText('Too many at once. Try again in a moment.').waitFor()
    await priorityButton(page, 'Normal').waitFor()
    expect(await read(incident)).toMatchObject({ priority: 'NORMAL' })
  })

  test('on a phone 320 px wide, a menu changes the priority, and the edit form has a priority field instead of the menu', async () => {
    const page = await openIncident(await createExternally(key), member, 'phone')
    await page.setViewportSize({ width: 320, height: 640 })
    // Check the page without the menu, because the menu covers parts of the buttons below it.
    await expectNoAxeViolations(page)
    await priorityButton(page, 'Normal').tap()
    await page.getByRole('option', { name: 'Major' }).waitFor()
    await expectNoSidewaysScroll(page)
    await page.getByRole('option', { name: 'Major' }).tap()
    await priorityButton(page, 'Major').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    const field = page.getByRole('combobox', { name: 'Priority' })
    await field.waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    await expect.poll(() => hasFocus(field)).toBe(true)
    expect(await priorityButton(page, 'Major').count()).toBe(0)
  })
})

const colorOf = (locator: Locator): Promise<string> => locator.evaluate((element) => getComputedStyle(element).color)
