import { describe, expect, test } from 'vitest'
import { pauseEndpoint } from '../../server/src/webhooks/endpoints/pause.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser } from './support/browser.ts'
import { organizations } from './support/organization.ts'
import { addEndpoint } from './support/webhook-endpoint.ts'

const open = browser()
const newOrganization = organizations()

describe('a webhook endpoint that nobody has paused', () => {
  test.each([
    ['failures', 'they failed for three days', 'Paused after three days of failures'],
    ['gone', 'the receiver is gone', 'Paused because the receiver is gone'],
    ['new_epoch', 'the database was restored', 'Paused because the database was restored'],
  ] as const)(
    'a webhook endpoint that the server has paused has a banner for administrators on every page; reason: %s',
    async (reason, shown, title) => {
      const { administrator, scope } = await newOrganization()
      await pauseEndpoint(scope, await addEndpoint(scope), reason)
      const page = await open('/incidents', { as: administrator })
      const banner = page.getByRole('status').filter({ hasText: `Webhooks to “ERP” are paused: ${shown}` })
      await banner.waitFor()
      await page.getByRole('navigation').getByRole('link', { name: 'Board' }).click()
      await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
      await banner.waitFor()
      await expectNoAxeViolations(page)
      await banner.getByRole('link', { name: 'Open the endpoint' }).click()
      await page.getByText(title).waitFor()
      await banner.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Resume' }).click()
      await page.getByText(title).waitFor({ state: 'detached' })
    },
  )

  test('several webhook endpoints that the server has paused share one banner, with a link to the list of endpoints', async () => {
    const { administrator, scope } = await newOrganization()
    for (const reason of ['gone', 'failures'] as const) await pauseEndpoint(scope, await addEndpoint(scope), reason)
    const page = await open('/overview', { as: administrator, screen: 'phone' })
    const banner = page.getByRole('status').filter({ hasText: '2 webhook endpoints are paused.' })
    await banner.waitFor()
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
    await banner.getByRole('link', { name: 'Open the list' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  })
})

test('a webhook endpoint that an administrator has paused has no banner', async () => {
  const { administrator, scope } = await newOrganization()
  await pauseEndpoint(scope, await addEndpoint(scope), 'administrator')
  const page = await open('/overview', { as: administrator })
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const answered = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/console/webhook-endpoints')),
    )
  await expect.poll(answered).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('status').filter({ hasText: 'paused' }).count()).toBe(0)
})

test('the pages of a member neither ask for webhook endpoints nor have a banner', async () => {
  const { member, scope } = await newOrganization()
  await pauseEndpoint(scope, await addEndpoint(scope), 'gone')
  const page = await open('/sign-in', { as: member })
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/overview')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(requested).toContain('/api/console/overview')
  expect(requested).not.toContain('/api/console/webhook-endpoints')
  expect(await page.getByText('paused').count()).toBe(0)
})
