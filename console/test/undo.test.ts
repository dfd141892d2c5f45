import { expect, test } from 'vitest'
import { changeWorkflow } from '../../server/src/workflow/change.ts'
import { findWorkflow } from '../../server/src/workflow/workflow-queries.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { hasFocus } from './support/browser.ts'
import { changeIncidentAs } from './support/change-as.ts'
import { createExternally } from './support/external-api.ts'
import { details, incidentPages, moveTo } from './support/incident-page.ts'

const { openIncident, scope, key, colleague, read } = await incidentPages()

test('the message after a move has the number of the incident, and its “Undo” restores the former state', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  await moveTo(page, 'Closed')
  const toast = page.getByRole('status').filter({ hasText: `#${incident.number} · Moved to Closed.` })
  await toast.waitFor()
  expect((await read(incident)).stateId).not.toBe(incident.stateId)
  await expectNoAxeViolations(page)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect((await read(incident)).stateId).toBe(incident.stateId)
})

test('“Undo” of an assignment removes the assignee again', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  await details(page).getByRole('button', { name: 'Assign to me' }).click()
  await page.getByRole('status').filter({ hasText: 'Assigned.' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect((await read(incident)).assigneeId).toBeNull()
})

test('“Undo” changes nothing and says so if somebody else has changed the incident in the meantime', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  await details(page).getByRole('button', { name: 'Assign to me' }).click()
  const undo = page.getByRole('status').filter({ hasText: 'Assigned.' }).getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await changeIncidentAs(colleague, await read(incident), { priority: 'CRITICAL' })
  await undo.click()
  await page.getByRole('alert').getByText('Somebody has changed this incident since.').waitFor()
  expect(await read(incident)).toMatchObject({ priority: 'CRITICAL', assigneeId: expect.any(String) })
})

test('“Undo” restores a deleted incident', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete incident' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/incidents')
  await page.getByRole('status').filter({ hasText: 'Incident deleted.' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect((await read(incident)).id).toBe(incident.id)
})

test('pressing “Undo” twice undoes a change only once', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  await details(page).getByRole('button', { name: 'Assign to me' }).click()
  const undo = page.getByRole('status').filter({ hasText: 'Assigned.' }).getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.postData()!)
  })
  await undo.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.getByText('Undone.').waitFor()
  expect(changes).toEqual(['{"assigneeId":null}'])
})

test('after “Undo”, the focus returns to its former place, so that single keys still work', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  await details(page).getByRole('button', { name: 'Assign to me' }).click()
  const undo = page.getByRole('status').filter({ hasText: 'Assigned.' }).getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await edit.focus()
  await undo.focus()
  // Leave the window, and come back to it.
  await undo.blur()
  await undo.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Undone.').waitFor()
  expect(await hasFocus(edit)).toBe(true)
})

test('“Undo” restores only the fact that the user changed, not another fact that a colleague changed just before', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  let isFirst = true
  await page.route(`**/api/console/incidents/${incident.id}`, async (route) => {
    if (route.request().method() === 'PATCH' && isFirst) {
      isFirst = false
      await changeIncidentAs(colleague, incident, { priority: 'CRITICAL' })
    }
    await route.continue()
  })
  await details(page).getByRole('button', { name: 'Assign to me' }).click()
  await page.getByRole('status').filter({ hasText: 'Assigned.' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect(await read(incident)).toMatchObject({ priority: 'CRITICAL', assigneeId: null })
})

test('“Undo” is not offered after a move to another state if the workflow does not allow the move back', async () => {
  const { states, transitions, version } = await findWorkflow(scope)
  const closed = states.find(({ name }) => name === 'Closed')!
  await changeWorkflow(scope, {
    version,
    initialStateId: states.find(({ isInitial }) => isInitial)!.id,
    states: states.map(({ id, name, isFinal }) => ({ id, name, isFinal })),
    transitions: transitions.filter(({ fromStateId }) => fromStateId !== closed.id),
  })
  const page = await openIncident(await createExternally(key))
  await moveTo(page, 'Closed')
  const toast = page.getByRole('status').filter({ hasText: 'Moved to Closed.' })
  await toast.waitFor()
  expect(await toast.getByRole('button', { name: 'Undo' }).count()).toBe(0)
})
