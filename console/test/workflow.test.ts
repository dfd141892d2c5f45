import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Workflow } from '@tocsin/contract/console/workflow.ts'
import { createIncident } from '../../server/src/incidents/create/create.ts'
import { readResponse } from '../../server/src/incidents/response.ts'
import { changeIncident } from '../../server/src/incidents/change/change.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import { changeWorkflow } from '../../server/src/workflow/change.ts'
import { findWorkflow } from '../../server/src/workflow/workflow-queries.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus } from './support/browser.ts'
import { delayRequests } from './support/delay-requests.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

const states = (page: Page) => page.getByRole('region', { name: 'States' })
const stateButton = (page: Page, name: string) => states(page).getByRole('button', { name: new RegExp(`^${name} `) })
const saved = (page: Page) => page.getByText('Workflow saved.')
const picture = (page: Page) => page.locator('.react-flow')
const node = (page: Page, name: string) => picture(page).getByRole('group', { name: new RegExp(`^${name}\\.`) })
const arrow = (page: Page, name: string) => picture(page).getByRole('group', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

const namesOf = ({ states: list }: Workflow) => list.map(({ name }) => name)
const transitionsOf = ({ states: list, transitions }: Workflow) => {
  const names = new Map(list.map(({ id, name }) => [id, name]))
  return transitions.map(({ fromStateId, toStateId }) => `${names.get(fromStateId)} → ${names.get(toStateId)}`)
}

/** Changes the workflow in the database, as if another user had saved it while the page was open. */
async function changeMeanwhile(scope: OrganizationScope, change: (workflow: Workflow) => void): Promise<void> {
  const workflow = await findWorkflow(scope)
  change(workflow)
  const initialStateId = workflow.states.find(({ isInitial }) => isInitial)!.id
  const list = workflow.states.map(({ id, name, isFinal }) => ({ id, name, isFinal }))
  await changeWorkflow(scope, { ...workflow, initialStateId, states: list })
}

describe('list of workflow states', () => {
  test('one save of the workflow adds, names, connects, reorders and removes states', async () => {
    const { administrator, scope } = await newOrganization()
    const page = await open('/workflow', { as: administrator })
    await states(page).getByRole('button', { name: 'Add state' }).click()
    // Wait until the name field has the focus. The whole name is then selected, so the typed name replaces it.
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
    await page.keyboard.type('Waiting for parts')
    await states(page)
      .getByRole('group', { name: '“Waiting for parts” may be followed by' })
      .getByRole('checkbox', { name: 'In progress' })
      .check()
    await states(page).getByRole('button', { name: 'Move Waiting for parts up' }).click()
    await stateButton(page, 'In progress').click()
    await states(page)
      .getByRole('group', { name: '“In progress” may be followed by' })
      .getByRole('checkbox', { name: 'Waiting for parts' })
      .check()
    await stateButton(page, 'Resolved').click()
    await states(page).getByRole('button', { name: 'Remove Resolved' }).click()
    await page.getByText('Not saved').waitFor()
    await expectNoAxeViolations(page)
    await save(page).click()
    await saved(page).waitFor()

    const workflow = await findWorkflow(scope)
    expect(namesOf(workflow)).toEqual(['Open', 'In progress', 'Waiting for parts', 'Closed'])
    expect(transitionsOf(workflow).toSorted()).toEqual([
      'Closed → Open',
      'In progress → Closed',
      'In progress → Open',
      'In progress → Waiting for parts',
      'Open → Closed',
      'Open → In progress',
      'Waiting for parts → In progress',
    ])
    await expect.poll(() => save(page).isDisabled()).toBe(true)
  })

  test('an administrator can choose another initial state and make one more state final', async () => {
    const { administrator, scope } = await newOrganization()
    const page = await open('/workflow', { as: administrator })
    await stateButton(page, 'In progress').click()
    await states(page).getByRole('radio', { name: 'New incidents start here' }).check()
    await expect.poll(() => states(page).getByRole('checkbox', { name: 'Counts as closed' }).isDisabled()).toBe(true)
    await stateButton(page, 'Resolved').click()
    await states(page).getByRole('checkbox', { name: 'Counts as closed' }).check()
    await save(page).click()
    await saved(page).waitFor()
    const kinds = (await findWorkflow(scope)).states.map(({ name, isInitial, isFinal }) => [name, isInitial, isFinal])
    expect(kinds).toEqual([
      ['Open', false, false],
      ['In progress', true, false],
      ['Resolved', false, true],
      ['Closed', false, true],
    ])
  })

  test('the workflow page rejects two states with the same name before it sends a request', async () => {
    const { administrator, scope } = await newOrganization()
    const page = await open('/workflow', { as: administrator })
    await stateButton(page, 'Resolved').click()
    await states(page).getByLabel('Name').fill(' closed ')
    await stateButton(page, 'Open').click()
    await save(page).click()
    await page.getByText('Another state has this name.').first().waitFor()
    expect((await findWorkflow(scope)).version).toBe(1)
  })

  test('each attempt to save a state without a name focuses the name field', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/workflow', { as: administrator })
    await states(page).getByRole('button', { name: 'Add state' }).click()
    const name = states(page).getByRole('textbox', { name: 'Name' })
    await name.fill('')
    for (let time = 0; time < 2; time++) {
      await save(page).click()
      await expect.poll(() => hasFocus(name)).toBe(true)
    }
  })

  test('a button that moves a state in the list keeps the focus, and screen readers announce the new position', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/workflow', { as: administrator })
    await stateButton(page, 'In progress').press('Enter')
    const down = states(page).getByRole('button', { name: 'Move In progress down' })
    for (const place of ['3 of 4', '4 of 4']) {
      await down.press('Enter')
      await page.getByRole('status').getByText(`In progress is now ${place}`).waitFor()
      await expect.poll(() => hasFocus(down)).toBe(true)
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(down)).toBe(true)
    await expectNoAxeViolations(page)
    await states(page).getByRole('button', { name: 'Remove In progress' }).press('Enter')
    await expect.poll(() => hasFocus(states(page).getByRole('button', { name: 'Add state' }))).toBe(true)
  })

  test('the list of workflow states can be used with the keyboard alone', async () => {
    const { administrator, scope } = await newOrganization()
    const page = await open('/workflow', { as: administrator })
    await stateButton(page, 'Resolved').press('Enter')
    await states(page).getByRole('checkbox', { name: 'Open' }).press(' ')
    await save(page).press('Enter')
    await saved(page).waitFor()
    expect(transitionsOf(await findWorkflow(scope))).toContain('Resolved → Open')
  })
})

describe('workflow picture', () => {
  test('the workflow picture shows all transitions, and the states are in layers below the initial state', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/workflow', { as: administrator })
    const tops = await Promise.all(
      ['Open', 'In progress', 'Resolved', 'Closed'].map(async (name) => (await node(page, name).boundingBox())!.y),
    )
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    await expect.poll(() => picture(page).locator('.react-flow__edge').count()).toBe(9)
    await expectNoAxeViolations(page)
  })

  test('in the workflow picture, dragging from state to state adds a transition, and removing an arrow removes a transition', async () => {
    const { administrator, scope } = await newOrganization()
    const page = await open('/workflow', { as: administrator })
    const from = node(page, 'Resolved').locator('.react-flow__handle').first()
    await from.dragTo(node(page, 'Open').locator('.react-flow__handle').first())
    await arrow(page, 'Open may follow Resolved').waitFor({ state: 'attached' })
    await arrow(page, 'Resolved may follow In progress').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove the arrow: Resolved may follow In progress' }).click()
    await save(page).click()
    await saved(page).waitFor()
    const transitions = transitionsOf(await findWorkflow(scope))
    expect(transitions).toContain('Resolved → Open')
    expect(transitions).not.toContain('In progress → Resolved')
  })

  test('selecting a state in the workflow picture opens its form, and Delete removes the focused state', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/workflow', { as: administrator })
    await node(page, 'Closed').click()
    await expect.poll(() => states(page).getByLabel('Name').inputValue()).toBe('Closed')
    await node(page, 'Resolved').focus()
    await page.keyboard.press('Delete')
    await node(page, 'Resolved').waitFor({ state: 'detached' })
    await stateButton(page, 'Resolved').waitFor({ state: 'detached' })
    // Focus an element outside the picture. The key Delete must not remove a state there.
    await save(page).focus()
    await page.keyboard.press('Delete')
    await expect.poll(() => picture(page).locator('.react-flow__node').count()).toBe(3)
  })
})

describe('workflow states with incidents', () => {
  test('a state with incidents cannot be removed, and the dialog links to these incidents', async () => {
    const { administrator, scope } = await newOrganization()
    await createIncident(scope, { clientRequestId: randomUUID(), name: 'Freezer warm' })
    const page = await open('/workflow', { as: administrator })
    await stateButton(page, 'Open').click()
    await states(page).getByRole('button', { name: 'Remove Open' }).click()
    const dialog = page.getByRole('dialog', { name: 'Can’t remove “Open” yet' })
    await dialog.getByText('1 incident is in it.').waitFor()
    await expectNoAxeViolations(page)
    await dialog.getByRole('link', { name: 'Show the incident' }).click()
    const openState = (await findWorkflow(scope)).states[0]!
    await page.waitForURL((url) => url.pathname === '/incidents' && url.search.includes(openState.id))
  })

  test('a state to which an incident has moved before the save is not removed, and a link leads to the incident', async () => {
    const { administrator, scope } = await newOrganization()
    const { response } = await createIncident(scope, { clientRequestId: randomUUID(), name: 'Freezer warm' })
    const page = await open('/workflow', { as: administrator })
    await stateButton(page, 'Resolved').click()
    await states(page).getByRole('button', { name: 'Remove Resolved' }).click()
    const resolved = (await findWorkflow(scope)).states.find(({ name }) => name === 'Resolved')!
    await changeIncident(scope, readResponse(response).id, { stateId: resolved.id })
    await save(page).click()
    await page.getByText('There are incidents in a state you removed').waitFor()
    await page.getByRole('link', { name: 'Show the incident in Resolved' }).waitFor()
    await expectNoAxeViolations(page)
    expect(namesOf(await findWorkflow(scope))).toContain('Resolved')
  })
})

async function renameWhileOthersChange() {
  const { administrator, scope } = await newOrganization()
  const page = await open('/workflow', { as: administrator })
  await stateButton(page, 'Resolved').click()
  await states(page).getByLabel('Name').fill('Repaired')
  await changeMeanwhile(scope, ({ states: list }) => {
    list[3]!.name = 'Done'
  })
  return { scope, page }
}

test("a save after another user's save is rejected and lists the other user's changes, and the next save keeps both edits", async () => {
  const { scope, page } = await renameWhileOthersChange()
  await save(page).click()
  const alert = page.getByRole('alert', { name: 'Somebody else has changed the workflow' })
  await alert.getByText('Renamed “Closed” to “Done”.').waitFor()
  await expectNoAxeViolations(page)
  expect(namesOf(await findWorkflow(scope))).toEqual(['Open', 'In progress', 'Resolved', 'Done'])
  await save(page).click()
  await saved(page).waitFor()
  expect(namesOf(await findWorkflow(scope))).toEqual(['Open', 'In progress', 'Repaired', 'Done'])
  await alert.waitFor({ state: 'detached' })
})

describe('workflow edits during a save', () => {
  test('a workflow edit made during a save stays in the form, and the next save stores the edit', async () => {
    const { administrator, scope } = await newOrganization()
    const page = await open('/workflow', { as: administrator })
    await stateButton(page, 'Resolved').click()
    await states(page).getByLabel('Name').fill('Repaired')
    const saving = await delayRequests(page, 'PUT', '**/api/console/workflow')
    await save(page).click()
    await saving.hasStarted
    await states(page).getByLabel('Name').fill('Repaired on site')
    saving.release()
    await saved(page).waitFor()
    expect(namesOf(await findWorkflow(scope))).toContain('Repaired')
    expect(await states(page).getByLabel('Name').inputValue()).toBe('Repaired on site')
    await save(page).click()
    await expect.poll(async () => namesOf(await findWorkflow(scope))).toContain('Repaired on site')
    await page.getByText('Not saved').waitFor({ state: 'detached' })
  })

  test('a workflow edit made while a save is being rejected stays in the form, and the next save stores the edit', async () => {
    const { scope, page } = await renameWhileOthersChange()
    const reading = await delayRequests(page, 'GET', '**/api/console/workflow')
    await save(page).click()
    await reading.hasStarted
    await states(page).getByLabel('Name').fill('Repaired on site')
    reading.release()
    await page.getByRole('alert').getByText('Renamed “Closed” to “Done”.').waitFor()
    expect(await states(page).getByLabel('Name').inputValue()).toBe('Repaired on site')
    await save(page).click()
    await saved(page).waitFor()
    expect(namesOf(await findWorkflow(scope))).toEqual(['Open', 'In progress', 'Repaired on site', 'Done'])
  })
})

test('the user must confirm the save of a workflow with a state that no incident can reach', async () => {
  const { administrator, scope } = await newOrganization()
  const page = await open('/workflow', { as: administrator })
  await states(page).getByRole('button', { name: 'Add state' }).click()
  await save(page).click()
  const question = page.getByRole('dialog', { name: 'No incident can get into this state' })
  await question.getByText('New state 1').waitFor()
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(namesOf(await findWorkflow(scope))).not.toContain('New state 1')
  await save(page).click()
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await saved(page).waitFor()
  expect(namesOf(await findWorkflow(scope))).toContain('New state 1')
})

test('with unsaved changes of the workflow, leaving the page and discarding the changes both ask for confirmation', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/workflow', { as: administrator })
  await states(page).getByRole('button', { name: 'Add state' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard your changes?' })
  await dialog.getByRole('button', { name: 'Keep them' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page.getByRole('navigation').getByRole('link', { name: 'Users' }))).toBe(true)
  await stateButton(page, 'New state 1').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await stateButton(page, 'New state 1').waitFor({ state: 'detached' })
  // The page content must have the focus, because the button that opened the dialog is now disabled.
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
})

test('JavaScript in the name of a state is shown as text', async () => {
  const { administrator, scope } = await newOrganization()
  const hostile = '<img src=x onerror="document.title=1">'
  await changeMeanwhile(scope, ({ states: list }) => {
    list[2]!.name = hostile
  })
  const page = await open('/workflow', { as: administrator })
  await picture(page).getByText(hostile).waitFor()
  await states(page).getByText(hostile).click()
  await states(page).getByText(`“${hostile}” may be followed by`).waitFor()
  expect(await page.locator('img[src=x]').count()).toBe(0)
  await expect.poll(() => page.title()).toBe('Workflow · Tocsin')
})

test.each(['light', 'dark'] as const)('the workflow page fits a phone in the %s colour scheme', async (colorScheme) => {
  const { administrator, scope } = await newOrganization()
  const page = await open('/workflow', { as: administrator, screen: 'phone', colorScheme })
  await stateButton(page, 'Closed').tap()
  await states(page).getByRole('checkbox', { name: 'Resolved' }).tap()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await save(page).tap()
  await saved(page).waitFor()
  expect(transitionsOf(await findWorkflow(scope))).toContain('Closed → Resolved')
})

test('a member who opens the workflow page sees that it is for administrators only', async () => {
  const { member } = await newOrganization()
  const page = await open('/workflow', { as: member })
  await page.getByRole('heading', { level: 1, name: 'For administrators only' }).waitFor()
})
