import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { hasFocus } from './support/browser.ts'
import { commentExternally, createExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { photo } from './support/photo.ts'
import { rowsOf } from './support/incident-rows.ts'
import { incidentPages, details, timelineOf } from './support/incident-page.ts'

const {
  open,
  newOrganization,
  key,
  member,
  administrator,
  colleague,
  typeId,
  categoryId,
  location,
  point,
  openIncident,
  read,
} = await incidentPages()

describe.each(['desktop', 'phone'] as const)('the incident page on a %s', (screen) => {
  test('the incident page shows all fields, the reporter, the source and the configuration revision', async () => {
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
    await page.getByRole('button', { name: 'Priority: Critical' }).waitFor()
    const words = ['Refrigeration', 'Too warm', 'Harbour Street', 'Freezer 3', 'cold-chain', 'gateway-17/1']
    for (const text of [...words, '53.5436, 9.9885', 'External API auditor', 'Through the API']) {
      await facts.getByText(text, { exact: true }).waitFor()
    }
    await facts.getByText('Report form, version 2').waitFor()
    await facts.locator('time[title="2026-03-01T08:30:12.345Z"]').waitFor()
    await timelineOf(page).getByText('reported this incident through the API').waitFor()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).waitFor()
    // Make the window tall enough for all fields, because on a phone the button bar could cover a field.
    await page.setViewportSize({ ...page.viewportSize()!, height: 2400 })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
  })
})

test('the incident page has no accessibility violation in the dark colour scheme', async () => {
  const incident = await createExternally(key)
  await commentExternally(key, incident, 'Sensor F1-07: −11.8 °C', { externalId: 'note-7' })
  await colleague.call('PATCH', `/incidents/${incident.id}`, { body: { assigneeId: colleague.user.id } })
  const page = await open(`/incidents/${incident.id}`, { as: member, colorScheme: 'dark' })
  await timelineOf(page).getByText('Assignee: from nobody').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await nameField(page).fill('')
  await page.getByText('Say what happened in one line.').waitFor()
  await expectNoAxeViolations(page)
})

describe('deleting an incident', () => {
  test('deleting an incident asks for confirmation, and then the incident disappears for all users', async () => {
    const incident = await createExternally(key)
    const [page, other] = await Promise.all([openIncident(incident), openIncident(incident, administrator)])
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete incident' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this incident?' })
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'More actions' }))).toBe(true)
    expect((await read(incident)).id).toBe(incident.id)

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete incident' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/incidents')
    await expect(read(incident)).rejects.toThrow('404')
    await other.getByText('This incident was deleted.').waitFor()
  })
})

test('the incident page shows an alert if the browser does not allow the page to copy the link', async () => {
  const page = await openIncident(await createExternally(key))
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await page.getByRole('alert').getByText('Your browser doesn’t let this page copy text.').waitFor()
})

test('a search for the number copied from an incident page finds the incident', async () => {
  const wanted = await createExternally(key, { name: 'Numbered' })
  await createExternally(key, { name: 'Another' })
  const page = await openIncident(wanted)
  await page.getByText(`#${wanted.number}`).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy number' }).click()
  await page.getByText('Number copied.').waitFor()
  const number = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto('/incidents?state=closed')
  await page.getByRole('searchbox', { name: 'Search names and tags' }).fill(number)
  await expect.poll(() => rowsOf(page).getByRole('link').allTextContents()).toEqual(['Numbered'])
  await rowsOf(page).getByText(`#${wanted.number}`).waitFor()
  await page.getByText('1 incident · Searching by number ignores the filters').waitFor()
})

test('the URL of an incident of another organization shows “Not found”', async () => {
  const elsewhere = await newOrganization()
  const incident = await createExternally(elsewhere.key, { name: 'Theirs' })
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
  expect(await page.getByText('Theirs').count()).toBe(0)
  await expectNoAxeViolations(page)
})

test('comments and changes by other users appear on the incident page without a reload', async () => {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  await timelineOf(page).getByText('reported this incident').waitFor()
  await commentExternally(key, incident, 'Sensor F1-07 is back in range')
  await timelineOf(page).getByText('Sensor F1-07 is back in range').waitFor()
  await colleague.call('PATCH', `/incidents/${incident.id}`, { body: { assigneeId: colleague.user.id } })
  const change = timelineOf(page).getByText(/^Assignee: /)
  await expect.poll(() => change.allTextContents()).toEqual([`Assignee: from nobody to ${colleague.user.name}`])
})

test('a user can attach a file to an incident and remove the file', async () => {
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

test('the printed incident page shows the incident without navigation, buttons and text fields', async () => {
  const incident = await createExternally(key, { description: 'Since the morning.', locationId: location.id })
  await colleague.call('PATCH', `/incidents/${incident.id}`, { body: { assigneeId: colleague.user.id } })
  const page = await openIncident(incident)
  await timelineOf(page).getByText('assigned it').waitFor()
  await page.emulateMedia({ media: 'print' })
  // Use the size of an A4 page without its margins, in CSS pixels.
  await page.setViewportSize({ width: 718, height: 1047 })
  for (const text of ['Since the morning.', 'assigned it', 'Harbour Street', 'No photos or files yet.'])
    expect(await page.getByText(text).isVisible()).toBe(true)
  expect(await details(page).getByText(colleague.user.name, { exact: true }).isVisible()).toBe(true)
  for (const role of ['navigation', 'switch', 'textbox'] as const) expect(await page.getByRole(role).count()).toBe(0)
  // On paper, only values of facts may still be buttons, because they are printed as text.
  const onPaper = page.getByRole('button').filter({ visible: true })
  expect(await onPaper.count()).toBe(await onPaper.and(page.locator('[data-fact]')).count())
  await expectNoSidewaysScroll(page)
})

test('the keyboard help lists the shortcuts of the incident page', async () => {
  const page = await openIncident(await createExternally(key))
  await page.keyboard.press('Shift+?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByRole('heading', { name: 'This incident' }).waitFor()
  const described = () => help.getByRole('row').allTextContents()
  const rows = ['Edit the fieldse', 'Write a commentm', 'Choose the states', 'Choose the priorityp', 'Assign to mea']
  for (const text of [...rows, 'Choose the assigneei', 'Choose the locationl', 'Add or remove tagst', 'Copy the linky'])
    await expect.poll(described).toContain(text)
})
