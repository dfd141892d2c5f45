import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startReceiver } from '../../server/test/support/receiver.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { browser } from './support/browser.ts'
import { commentExternally, createExternally } from './support/external-api.ts'
import { organizations } from './support/organization.ts'
import { addEndpoint, logAttempt } from './support/webhook-endpoint.ts'

const open = browser()
const newOrganization = organizations()

/** Creates an organization with an endpoint and opens the page of the endpoint. */
async function openEndpoint() {
  const organization = await newOrganization()
  const receiver = await startReceiver()
  const endpointId = await addEndpoint(organization.scope, { url: receiver.url })
  const page = await open(`/webhooks/${endpointId}`, { as: organization.administrator })
  await page.getByText('Nothing was sent in the last 7 days.').waitFor()
  return { ...organization, receiver, endpointId, page }
}

const log = (page: Page) => page.getByRole('table', { name: 'Attempts of the last 7 days' })
const rowOf = (page: Page, text: string) => log(page).getByRole('row').filter({ hasText: text })
const kindsOf = ({ events }: Awaited<ReturnType<typeof startReceiver>>) => events.map(({ kind }) => kind)

describe('the log of a webhook endpoint', () => {
  test('the log of a webhook endpoint shows a new attempt without a reload: its incident, its outcome and, on request, its content', async () => {
    const { page, key, receiver } = await openEndpoint()
    receiver.answerWith((_, response) => response.writeHead(202).end('<b>thank you</b>'))
    const { number, name } = await createExternally(key)
    const row = rowOf(page, 'Incident reported')
    await row.getByText('Delivered').waitFor()
    await expect.poll(() => row.textContent()).toContain('Answer 202')
    await row.getByRole('button', { name: 'Details of “Incident reported”' }).click()
    await expect
      .poll(() => page.getByRole('region', { name: 'Request' }).textContent())
      .toContain(`"id": "${receiver.events[0]!.id}"`)
    await expect.poll(() => page.getByRole('region', { name: 'Answer' }).textContent()).toBe('<b>thank you</b>')
    await expectNoAxeViolations(page)
    await row.getByRole('link', { name: `#${number} ${name}` }).click()
    await page.getByRole('heading', { level: 1, name: name! }).waitFor()
  })

  test('after the user skips a failed event in the log, the later events of its incident are delivered', async () => {
    const { page, key, receiver } = await openEndpoint()
    receiver.answerWith((_, response) => response.writeHead(500).end('no disk left'))
    const incident = await createExternally(key)
    await commentExternally(key, incident, 'Engineer called')
    await page.getByText('1 incident is held back').waitFor()
    const failed = rowOf(page, 'Failed').first()
    await expect.poll(() => failed.textContent()).toContain('The receiver answered 500.')
    await expectNoAxeViolations(page)

    receiver.answerWith(({ event }, response) => response.writeHead(event.kind === 'comment.created' ? 204 : 500).end())
    await page.getByRole('button', { name: 'Skip this event' }).click()
    await page.getByRole('dialog', { name: 'Skip this event?' }).getByRole('button', { name: 'Skip' }).click()
    await rowOf(page, 'Comment added').getByText('Delivered').waitFor()
    await page.getByText('1 incident is held back').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: 'Skip this event' }).count()).toBe(0)
  })

  test('on the page of a webhook endpoint, a button sends failed events again without waiting for the next retry', async () => {
    const { page, key, receiver } = await openEndpoint()
    receiver.answerWith((_, response) => response.writeHead(500).end())
    await createExternally(key)
    await page.getByText('1 incident is held back').waitFor()
    receiver.answerWith()
    await page.getByRole('button', { name: 'Try again now' }).click()
    await rowOf(page, 'Delivered').waitFor()
    await page.getByText('1 incident is held back').waitFor({ state: 'detached' })
  })

  test('a button in the log delivers the event of an attempt and all later events again', async () => {
    const { page, key, receiver } = await openEndpoint()
    await createExternally(key, { name: 'Earlier' })
    const incident = await createExternally(key, { name: 'Door open' })
    await commentExternally(key, incident, 'Closed it')
    await expect.poll(() => receiver.events.length).toBe(3)
    const row = rowOf(page, 'Door open')
    await row.getByRole('button', { name: 'Details of “Incident reported”' }).click()
    await page.getByRole('button', { name: 'Deliver again from here' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deliver again from here?' })
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Deliver again' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => receiver.events.length).toBe(5)
    const ids = receiver.events.filter(({ incidentId }) => incidentId === incident.id).map(({ id }) => id)
    expect(ids.slice(2)).toEqual(ids.slice(0, 2))
  })

  test('the log of a webhook endpoint shows older attempts on request', async () => {
    const { administrator, scope } = await newOrganization()
    const endpointId = await addEndpoint(scope)
    await logAttempt(scope, endpointId, { kind: 'incident.restored' })
    for (let count = 0; count < 20; count++) await logAttempt(scope, endpointId)
    const page = await open(`/webhooks/${endpointId}`, { as: administrator })
    await rowOf(page, 'Test').first().waitFor()
    expect(await rowOf(page, 'Incident restored').count()).toBe(0)
    await page.getByRole('button', { name: 'Show older attempts' }).click()
    await rowOf(page, 'Incident restored').waitFor()
    await page.getByRole('button', { name: 'Show older attempts' }).waitFor({ state: 'detached' })
  })
})

describe('a test of a webhook endpoint', () => {
  test('a test of a webhook endpoint shows at once that the receiver has answered, and appears in the log', async () => {
    const { page, receiver } = await openEndpoint()
    await page.getByRole('button', { name: 'Send a test' }).click()
    const result = page.getByRole('status').filter({ hasText: 'The test arrived' })
    await expect.poll(() => result.textContent()).toContain('The receiver answered 204 in')
    expect(kindsOf(receiver)).toEqual(['webhook.test'])
    await rowOf(page, 'Test').getByText('Delivered').waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Close the result of the test' }).click()
    await result.waitFor({ state: 'detached' })
  })

  test('a test of a webhook endpoint shows at once that the receiver has failed, and gives the reason', async () => {
    const { page, receiver } = await openEndpoint()
    receiver.answerWith((_, response) => response.writeHead(503).end())
    await page.getByRole('button', { name: 'Send a test' }).click()
    const result = page.getByRole('status').filter({ hasText: 'The test did not arrive' })
    await expect.poll(() => result.textContent()).toContain('The receiver answered 503.')
    await expectNoAxeViolations(page)
  })
})
