import { expect, test } from 'vitest'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { changeIncidentAs } from './support/change-as.ts'
import { createExternally } from './support/external-api.ts'
import { details, incidentPages } from './support/incident-page.ts'

const { openIncident, key, colleague, read } = await incidentPages()

test('“Undo” restores the former state of a moved incident', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  await page.getByRole('button', { name: 'Move to Closed' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Moved to Closed.' })
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

test('“Undo” changes nothing if somebody has changed the incident since, and says so', async () => {
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
