import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startReceiver, type Received } from '../../server/test/support/receiver.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus, writeHeaders } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { expectNoLayoutShift } from './support/layout-shift.ts'
import { organizations } from './support/organization.ts'
import { addEndpoint } from './support/webhook-endpoint.ts'

const open = browser()
const newOrganization = organizations()

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Opens the form for a new endpoint and fills in the address and the description. */
async function beginToAdd(page: Page, url: string, description: string) {
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByLabel('Description').fill(description)
  return dialog
}

const add = (page: Page) => page.getByRole('button', { name: 'Add', exact: true }).click()

/** Returns the secret that the dialog shows. */
const shownSecret = (page: Page) => page.getByRole('dialog').getByLabel('Secret', { exact: true }).inputValue()

async function confirmStored(page: Page) {
  await page.getByLabel('I have stored the secret').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Chooses an action in the menu of an endpoint's page. */
async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Returns true if a webhook has a signature with the secret. */
function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const hmacKey = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = `v1,${createHmac('sha256', hmacKey).update(content).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(signature)
}

describe('a new webhook endpoint', () => {
  test('a new webhook endpoint gets webhooks signed with the secret that the console showed after adding the endpoint', async () => {
    const { administrator, key } = await newOrganization()
    const receiver = await startReceiver()
    const page = await open('/webhooks', { as: administrator })
    await page.getByText('Nothing listens yet').waitFor()
    await expectNoAxeViolations(page)
    await beginToAdd(page, receiver.url, 'ERP')
    await add(page)
    await page.getByRole('dialog', { name: 'The endpoint “ERP”' }).waitFor()
    const secret = await shownSecret(page)
    await expectNoAxeViolations(page)
    await confirmStored(page)

    await createExternally(key)
    await expect.poll(() => receiver.events.length).toBe(1)
    expect(isSignedWith(secret, receiver.received[0]!)).toBe(true)
    const row = rowOf(page, 'ERP')
    await expect.poll(() => row.textContent()).toContain('Delivering')
    await expect.poll(() => row.textContent()).toContain('All events')
    await expect.poll(() => row.textContent()).not.toContain('Not yet')
    await expectNoAxeViolations(page)
  })

  test('the secret of a new webhook endpoint is shown until the user confirms that it is stored, and never again', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/webhooks', { as: administrator })
    await beginToAdd(page, 'http://127.0.0.1:9/hook', 'ERP')
    await add(page)
    const secret = await shownSecret(page)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await shownSecret(page)).toBe(secret)
    await confirmStored(page)
    await page.getByRole('link', { name: 'ERP' }).click()
    await page.getByText('whpk_').waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  test('buttons copy the secret and the public key of a new webhook endpoint to the clipboard', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/webhooks', { as: administrator })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await beginToAdd(page, 'http://127.0.0.1:9/hook', 'ERP')
    await add(page)
    const secret = await shownSecret(page)
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy the secret' }).click()
    await expect.poll(clipboard).toBe(secret)
    await page.getByRole('button', { name: 'Copy the public key' }).click()
    await expect.poll(clipboard).toMatch(/^whpk_/)
  })

  test('a new webhook endpoint gets only events of the chosen kinds', async () => {
    const { administrator, key } = await newOrganization()
    const receiver = await startReceiver()
    const page = await open('/webhooks', { as: administrator })
    const dialog = await beginToAdd(page, receiver.url, 'ERP')
    await dialog.getByLabel('Only some').check()
    await add(page)
    await dialog.getByText('Choose at least one.').waitFor()
    await dialog.getByLabel('Comment added').check()
    await dialog.getByLabel('Incident reported').check()
    await expectNoAxeViolations(page)
    await dialog.getByLabel('Comment added').uncheck()
    await add(page)
    await confirmStored(page)
    await rowOf(page, 'ERP').getByText('Incident reported').waitFor()

    const { id } = await createExternally(key)
    await expect.poll(() => receiver.events.map(({ kind }) => kind)).toEqual(['incident.created'])
    expect(receiver.events[0]!.incidentId).toBe(id)
  })

  test('a webhook endpoint with a missing or forbidden address is rejected, and the address field shows the reason', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/webhooks', { as: administrator })
    const dialog = await beginToAdd(page, '', 'ERP')
    await add(page)
    await dialog.getByText('Fill in this field.').waitFor()
    await dialog.getByLabel('Address').fill('http://10.0.0.1/hook')
    await add(page)
    await dialog.getByText('private network').waitFor()
    await expect.poll(() => hasFocus(dialog.getByLabel('Address'))).toBe(true)
    await expectNoAxeViolations(page)
  })
})

describe('the page of a webhook endpoint', () => {
  test('the address, the description and the event kinds of a webhook endpoint can be changed on its page', async () => {
    const { administrator, scope } = await newOrganization()
    const page = await open(`/webhooks/${await addEndpoint(scope)}`, { as: administrator })
    await heading(page, 'ERP').waitFor()
    await choose(page, 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit “ERP”' })
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/other')
    await dialog.getByLabel('Description').fill('')
    await dialog.getByLabel('Only some').check()
    await dialog.getByLabel('Comment deleted').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await heading(page, '127.0.0.1:9').waitFor()
    await page.getByText('http://127.0.0.1:9/other').waitFor()
    await page.getByText('Comment deleted').waitFor()
  })

  test('an edit of a webhook endpoint keeps the address that somebody else changes while the dialog is open', async () => {
    const { administrator, scope } = await newOrganization()
    const id = await addEndpoint(scope)
    const page = await open(`/webhooks/${id}`, { as: administrator })
    await heading(page, 'ERP').waitFor()
    await choose(page, 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit “ERP”' })
    await dialog.getByLabel('Description').fill('New ERP')
    const [url, headers] = ['http://127.0.0.1:9/moved', await writeHeaders(page)]
    await page.request.patch(`/api/console/webhook-endpoints/${id}`, { data: { url }, headers })
    // The page reads the endpoint again every few seconds.
    await page.getByText(url).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'New ERP').waitFor()
    await page.getByText(url).waitFor()
    expect(await page.getByText('http://127.0.0.1:9/hook').count()).toBe(0)
  })

  test('the page of a webhook endpoint pauses deliveries, and resumes them with the events that happened in the meantime', async () => {
    const { administrator, scope, key } = await newOrganization()
    const receiver = await startReceiver()
    const id = await addEndpoint(scope, { url: receiver.url })
    const page = await open(`/webhooks/${id}`, { as: administrator })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('by an administrator').waitFor()
    await expectNoAxeViolations(page)
    const { id: incidentId } = await createExternally(key)
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(() => receiver.events.map((event) => event.incidentId)).toEqual([incidentId])
    await page.getByText('Delivering').waitFor()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
  })

  test('rotating the secret of a webhook endpoint shows the new secret once, and webhooks are then signed with both secrets', async () => {
    const { administrator, key } = await newOrganization()
    const receiver = await startReceiver()
    const page = await open('/webhooks', { as: administrator })
    await beginToAdd(page, receiver.url, 'ERP')
    await add(page)
    const former = await shownSecret(page)
    await confirmStored(page)
    await page.getByRole('link', { name: 'ERP' }).click()
    await choose(page, 'Rotate the secret')
    await page.getByText('For 24 hours').waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Rotate', exact: true }).click()
    await page.getByRole('dialog').getByText('Switch over before then').waitFor()
    const secret = await shownSecret(page)
    expect(secret).not.toBe(former)
    await confirmStored(page)
    await page.getByText('Also signs until').waitFor()

    await createExternally(key)
    await expect.poll(() => receiver.events.length).toBe(1)
    expect([secret, former].map((each) => isSignedWith(each, receiver.received[0]!))).toEqual([true, true])
  })

  test('the page of a webhook endpoint deletes the endpoint after a confirmation, and then shows the list', async () => {
    const { administrator, scope } = await newOrganization()
    await addEndpoint(scope, { description: 'Warehouse' })
    const page = await open(`/webhooks/${await addEndpoint(scope)}`, { as: administrator })
    await choose(page, 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete “ERP”?' })
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await heading(page, 'Webhooks').waitFor()
    await rowOf(page, 'Warehouse').waitFor()
    await expect.poll(() => rowOf(page, 'ERP').count()).toBe(0)
  })

  test.each([
    ['was deleted', '0190b2f0-0000-7000-8000-000000000000'],
    ['has an invalid id', 'nothing'],
  ])('the page of a webhook endpoint says “Not found” if the endpoint %s', async (_, id) => {
    const { administrator } = await newOrganization()
    const page = await open(`/webhooks/${id}`, { as: administrator })
    await heading(page, 'Not found').waitFor()
    expect(await page.getByText('This endpoint doesn’t exist').count()).toBe(1)
  })
})

test('a member cannot open the page of webhooks, and the server answers 403 to a request for webhook endpoints', async () => {
  const { member, scope } = await newOrganization()
  const page = await open(`/webhooks/${await addEndpoint(scope)}`, { as: member })
  await heading(page, 'For administrators only').waitFor()
  expect((await page.context().request.get('/api/console/webhook-endpoints')).status()).toBe(403)
})

test('the keys g and h open the page of webhooks', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/overview', { as: administrator })
  await heading(page, 'Overview').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await heading(page, 'Webhooks').waitFor()
  expect(new URL(page.url()).pathname).toBe('/webhooks')
})

test.each(['light', 'dark'] as const)(
  'the pages of webhooks fit a phone in the %s colour scheme',
  async (colorScheme) => {
    const { administrator, scope } = await newOrganization()
    await addEndpoint(scope, { description: `A receiver with a long name ${'x'.repeat(80)}` })
    const page = await open('/webhooks', { as: administrator, screen: 'phone', colorScheme })
    const row = rowOf(page, 'A receiver')
    await row.waitFor()
    await expectNoLayoutShift(page, () => row.waitFor())
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
    await row.getByRole('link').click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('The test did not arrive').waitFor()
    await page.getByRole('button', { name: /^Details/ }).click()
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
  },
)
