import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { answerFirstRequest, loseFirstReportResponse } from './support/answer-first-request.ts'
import { browser, isInView } from './support/browser.ts'
import { listExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { delayPosition } from './support/delay-position.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'
import { photo } from './support/photo.ts'
import { choose, chooseType, createShops, openDetails, openForm, report } from './support/report-form.ts'

const open = browser()
const newOrganization = organizations()

describe('report drafts', () => {
  test('a report draft survives a reload, is shown only to its user, and can be discarded', async () => {
    const { member, administrator } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Half a report')
    await chooseType(page, 'Refrigeration')
    await choose(page, 'Location', 'Harbour Street')
    await page.reload()
    await page.getByText('This is what you entered before.').waitFor()
    await expect.poll(() => nameField(page).inputValue()).toBe('Half a report')
    const location = page.getByRole('combobox', { name: 'Location' })
    await expect.poll(() => location.inputValue()).toBe('Harbour Street')
    await expectNoAxeViolations(page)

    const other = await openForm(open, '/incidents/new', { as: administrator })
    await expect.poll(() => nameField(other).inputValue()).toBe('')

    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await expect.poll(() => nameField(page).inputValue()).toBe('')
    await page.reload()
    await nameField(page).waitFor()
    expect(await page.getByText('This is what you entered before.').count()).toBe(0)
  })

  test('a report draft is deleted after the report was sent', async () => {
    const { member } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('A whole report')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'A whole report' }).waitFor()
    await page.goto('/incidents/new')
    await nameField(page).waitFor()
    await expect.poll(() => nameField(page).inputValue()).toBe('')
  })
})

test('sending a report while the browser is offline shows a problem at once, and sending it later online succeeds', async () => {
  const { key, member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  await nameField(page).fill('From the cold store')
  await page.context().setOffline(true)
  await report(page)
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor()
  await expect.poll(() => isInView(page.getByRole('alert'))).toBe(true)
  await page.context().setOffline(false)
  await report(page)
  await page.getByRole('heading', { level: 1, name: 'From the cold store' }).waitFor()
  expect(await listExternally(key)).toHaveLength(1)
})

test('the report form is read-only while a report is being sent, and editable after a failure', async () => {
  const { member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  const name = nameField(page)
  await name.fill('On its way')
  await answerFirstRequest(page, 'POST', '**/api/console/incidents', (route) =>
    route.fulfill({ status: 408, body: 'lost' }),
  )
  const sending = await delayRequests(page, 'POST', '**/api/console/incidents')
  await name.press('Enter')
  await sending.hasStarted
  await expect.poll(() => page.getByRole('radio').first().isEnabled()).toBe(false)
  for (const field of ['name', 'description', 'locationId', 'occurredAt', 'tags', 'latitude']) {
    await expect.poll(() => page.locator(`#incident-${field}`).isEditable()).toBe(false)
  }
  await page.keyboard.type(', and more')
  expect(await name.inputValue()).toBe('On its way')
  expect(await page.getByRole('button', { name: 'Discard draft' }).count()).toBe(0)
  await page.getByRole('group', { name: 'Photos and files' }).evaluate((element) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['a note'], 'late.txt', { type: 'text/plain' }))
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  })
  sending.release()
  await page.getByRole('alert').getByText('status 408').waitFor()
  expect(await page.getByText('late.txt').count()).toBe(0)
  await name.fill('On its way again')
  await report(page)
  await page.getByRole('heading', { level: 1, name: 'On its way again' }).waitFor()
})

test('a geographic position that arrives while a report is being sent changes neither the report nor the next draft', async () => {
  const { key, member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  const sendPosition = await delayPosition(page)
  const name = nameField(page)
  await name.fill('Sent before')
  await page.locator('input[type=file][multiple]').setInputFiles([await photo('first.jpg')])
  await openDetails(page)
  await page.getByRole('button', { name: 'Use my position' }).click()
  const attaching = await delayRequests(page, 'POST', '**/api/console/incidents/*/media')
  await report(page)
  await attaching.hasStarted
  await page.getByRole('link', { name: 'Open the incident' }).waitFor()
  await sendPosition()
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

/** Sends a report. The server stores it, but the response is lost. */
async function reportWithoutResponse() {
  const { key, member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  await loseFirstReportResponse(page)
  await nameField(page).fill('Once')
  await report(page)
  await page.getByRole('alert').getByText('status 408').waitFor()
  return { key, page }
}

describe('reports sent twice', () => {
  test('sending a report again after its response was lost creates no second incident', async () => {
    const { key, page } = await reportWithoutResponse()
    await page.reload()
    await page.getByText('This is what you entered before.').waitFor()
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Once' }).waitFor()
    expect(await listExternally(key)).toHaveLength(1)
  })

  test('sending a changed report after a lost response shows a link to the existing incident', async () => {
    const { key, page } = await reportWithoutResponse()
    await nameField(page).fill('Once, and more')
    await report(page)
    await page.getByText('This has been reported already').waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'Open the incident' }).click()
    await page.getByRole('heading', { level: 1, name: 'Once', exact: true }).waitFor()
    expect(await listExternally(key)).toHaveLength(1)
  })

  test('a double click on the Report button creates only one incident', async () => {
    const { key, member } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Quick')
    await page.getByRole('button', { name: 'Report', exact: true }).dblclick()
    await page.getByRole('heading', { level: 1, name: 'Quick' }).waitFor()
    expect(await listExternally(key)).toHaveLength(1)
  })
})

test('if the upload of a photo fails, the reported incident stays, and the photo can be sent again', async () => {
  const { key, member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  await nameField(page).fill('With two photos')
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([await photo('first.jpg'), await photo('second.jpg', 'door')])
  await answerFirstRequest(page, 'POST', '**/media', (route) => route.fulfill({ status: 408, body: 'lost' }))
  await report(page)
  await page.getByText('Couldn’t attach one file:').waitFor()
  await page.getByText(/^first\.jpg: /).waitFor()
  await expectNoAxeViolations(page)
  expect(await listExternally(key)).toHaveLength(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Show first.jpg' }).waitFor()
  await page.getByRole('button', { name: 'Show second.jpg' }).waitFor()
  expect((await listExternally(key))[0]!.mediaIds).toHaveLength(2)
})

/**
 * Sends a report with a photo. Delays the POST request to the given URL and opens the board.
 * @param address glob pattern of the URL
 * @returns the API key, the page, and `release`, which makes the delayed request succeed or fail
 */
async function leaveWhileSending(address: string) {
  const { key, member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
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

describe('reports whose form is left before the response', () => {
  test('a report stored after the user has left the form does not open the page of the new incident', async () => {
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

  test('a report that fails after the user has left the form causes an alert, and the form keeps the entered values', async () => {
    const { page, release } = await leaveWhileSending('**/api/console/incidents')
    release('fail')
    await page.getByRole('alert').getByText('Your report wasn’t sent.').waitFor()
    await page.goBack()
    await expect.poll(() => nameField(page).inputValue()).toBe('In a hurry')
  })
})
