import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addUser } from '../../server/src/directory/users/add.ts'
import { archiveUser } from '../../server/src/directory/archive.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { hasFocus, blockLiveUpdates } from './support/browser.ts'
import { callExternally, createExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { incidentPages, details, failReads, timelineOf } from './support/incident-page.ts'
import { routeChanges } from './support/route-changes.ts'

const { scope, key, member, administrator, colleague, openIncident, read } = await incidentPages()

const priorityButton = (page: Page, priority: string) =>
  page.getByRole('button', { name: `Priority: ${priority}`, exact: true })

test('the incident page has exactly the “Move to” buttons that the workflow allows', async () => {
  const page = await openIncident(await createExternally(key))
  const moves = details(page).getByRole('button', { name: /^Move to/ })
  await moves.first().waitFor()
  await expect.poll(() => moves.allTextContents()).toEqual(['In progress', 'Resolved', 'Closed'])
  await page.getByRole('button', { name: 'Move to Closed' }).click()
  await timelineOf(page).getByText('State: from Open to Closed').waitFor()
  await expect.poll(() => moves.allTextContents()).toEqual(['Open'])
})

test('if the states for the “Move to” buttons failed to load, the buttons appear after a retry', async () => {
  const page = await openIncident(await createExternally(key))
  await page.route('**/api/console/workflow-states', failReads)
  await page.reload()
  await details(page).getByRole('alert').getByText('Couldn’t load the workflow').waitFor()
  await page.unroute('**/api/console/workflow-states')
  await details(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => details(page).getByRole('button', { name: 'Move to Closed' }).count()).toBe(1)
})

test('after a move the section “State” has the focus, after an assignment the section “Assignee”, and a new state is announced', async () => {
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

test('if a colleague has moved the incident first, a move that is not allowed shows the reason and the allowed moves', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  // Block live updates, because the move of the colleague would replace the buttons before the click.
  await blockLiveUpdates(page)
  await page.reload()
  await page.getByRole('button', { name: 'Move to Resolved' }).waitFor()
  const states = await callExternally<{ data: { id: string; name: string }[] }>(key, 'GET', '/workflow-states')
  const closed = states.data.find(({ name }) => name === 'Closed')!
  await colleague.call('PATCH', `/incidents/${incident.id}`, { body: { stateId: closed.id } })
  await page.getByRole('button', { name: 'Move to Resolved' }).click()
  await page.getByRole('alert').getByText('From its current state the incident can move to "Open".').waitFor()
  await page.getByRole('button', { name: 'Move to Open' }).waitFor()
})

describe('the assignee of an incident', () => {
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

  test('assigning an incident to a user who has just been archived shows the reason and asks for another user', async () => {
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
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t change the assignee' })
    await alert.getByText('Assignee: This user is archived. Choose somebody else.').waitFor()
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    expect(await read(incident)).toMatchObject({ assigneeId: null })
  })

  test('a search for an assignee without a match shows no users, not even the current assignee', async () => {
    const page = await openIncident(await createExternally(key, { assigneeId: colleague.user.id }))
    const field = page.getByRole('combobox', { name: 'Assignee' })
    await expect.poll(() => field.inputValue()).toBe(colleague.user.name)
    await field.fill('nobody is called this')
    await page.getByText('Nothing found').waitFor()
    await page.route('**/api/console/users?*', failReads)
    await field.fill('nor this')
    await page.getByText('Couldn’t load the list.').waitFor()
    await page.keyboard.press('Escape')
    await field.blur()
    await expect.poll(() => field.inputValue()).toBe(colleague.user.name)
  })

  test('the list of possible assignees contains no system users', async () => {
    const page = await openIncident(await createExternally(key))
    await page.getByRole('combobox', { name: 'Assignee' }).click()
    const names = () => page.getByRole('option').allTextContents()
    await expect.poll(names).toContain('Ada Administrator')
    expect(await names()).not.toContain('External API auditor')
  })
})

describe('the priority of an incident', () => {
  test('the priority of an incident can be changed by mouse or keyboard, and the change is announced', async () => {
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

  test('a user can set the priority even if a colleague has changed the incident since the page loaded', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    // Block live updates, because they would show the colleague's change before the user sets the priority.
    await page.route('**/api/console/events', (route) => route.fulfill({ status: 429 }))
    await page.reload()
    await priorityButton(page, 'Normal').waitFor()
    const theirs = { name: 'Their name for it', priority: 'MINOR' }
    const headers = { 'if-match': `"${incident.version}"` }
    await colleague.call('PATCH', `/incidents/${incident.id}`, { body: theirs, headers })
    await priorityButton(page, 'Normal').click()
    await page.getByRole('menuitemradio', { name: 'Critical' }).click()
    await page.getByRole('heading', { level: 1, name: 'Their name for it' }).waitFor()
    await timelineOf(page).getByText('Priority: from Minor to Critical').waitFor()
  })

  test('if the user chooses a second priority while the first is being saved, the second is stored', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    const change = await delayRequests(page, 'PATCH', `**/api/console/incidents/${incident.id}`)
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

  test('a priority change that the server rejects is undone, and the reason is shown', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await routeChanges(page, (route) =>
      route.fulfill({ status: 429, json: { code: 'rate_limited', detail: 'Too many at once.' } }),
    )
    await priorityButton(page, 'Normal').click()
    await page.getByRole('menuitemradio', { name: 'Critical' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t change the priority' })
    await alert.getByText('Too many at once. Try again in a moment.').waitFor()
    await priorityButton(page, 'Normal').waitFor()
    expect(await read(incident)).toMatchObject({ priority: 'NORMAL' })
  })

  test('on a phone 320 px wide, a menu changes the priority, and the edit form has a priority field instead of the menu', async () => {
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
