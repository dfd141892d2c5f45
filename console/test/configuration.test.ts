import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { apiCallerOf } from '../../server/test/support/caller.ts'
import { tryCreation } from '../../server/test/support/harness.ts'
import { answerFirstRequest } from './support/answer-first-request.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, writeHeaders, serverUrl } from './support/browser.ts'
import { configuredOrganizations, exampleConfiguration } from './support/example-configuration.ts'
import { createExternally } from './support/external-api.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()
const newConfigured = configuredOrganizations(newOrganization)

describe.each(['desktop', 'phone'] as const)('configuration pages on a %s', (screen) => {
  test('the configuration page shows types, categories, profiles, rules, defaults and the publisher', async () => {
    const { administrator } = await newConfigured()
    const page = await open('/configuration', { as: administrator, screen })
    const fire = page.getByRole('region', { name: 'Fire' })
    await fire.getByText('Form Strict').waitFor()
    expect(
      await fire.getByRole('list', { name: 'Categories of Fire' }).getByRole('listitem').allTextContents(),
    ).toEqual(['Smoke '])
    await page.getByText('Version 2', { exact: true }).waitFor()
    await page.getByText('Published by Operator').waitFor()
    await expectNoAxeViolations(page)

    await page.getByRole('tab', { name: 'Forms' }).click()
    const strict = page.getByRole('region', { name: 'Strict' })
    await strict.getByText('Priority always Critical').waitFor()
    await strict.getByText('Occurred default the time of receipt').waitFor()
    await page.getByRole('region', { name: 'Standard' }).getByText('Default', { exact: true }).waitFor()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
  })

  test('the configuration history shows how many incidents were created under each revision, and compares any two revisions', async () => {
    const { administrator, scope, key } = await newConfigured()
    const { profiles, ...draft } = exampleConfiguration()
    const [standard, strict] = profiles
    await publishConfiguration(scope, {
      ...draft,
      profiles: [standard!, { ...strict!, fields: { ...strict!.fields, description: { rule: 'required' } } }],
    })
    await createExternally(key, { configVersion: 1 })
    await createExternally(key, { configVersion: 1 })

    const page = await open('/configuration', { as: administrator, screen })
    await page.getByRole('tab', { name: 'History' }).click()
    const first = page.getByRole('row').filter({ hasText: 'Version 1' })
    await first.waitFor()
    expect((await first.getByRole('cell').allTextContents()).slice(1)).toEqual(['2', '2', 'now'])
    const third = page.getByRole('row').filter({ hasText: 'Version 3' })
    expect((await third.getByRole('cell').allTextContents()).slice(1)).toEqual(['0', '0', 'never'])
    await third.getByText('Current').waitFor()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)

    await third.getByRole('link', { name: 'Version 3' }).click()
    await page.getByRole('heading', { level: 1, name: 'Report forms, version 3' }).waitFor()
    // Go back and reload. Both must open the tab “History”, because the URL contains the tab.
    await page.goBack()
    await page.reload()
    await third.getByRole('link', { name: 'Version 3' }).click()
    await page.getByText('0 creations, 0 in the last 30 days').waitFor()
    await page.getByRole('tab', { name: 'What changed' }).click()
    await page.getByRole('heading', { name: 'From version 2 to version 3' }).waitFor()
    await page.getByText('“Strict”: Description is required (was optional).').waitFor()
    await page.getByRole('combobox', { name: 'Compared with version' }).click()
    await page.getByRole('option', { name: '1', exact: true }).click()
    await page.waitForURL('**/configuration/3?from=1')
    await page.getByText('“Fire” was added.', { exact: true }).waitFor()
    await expectNoAxeViolations(page)
    await page.reload()
    await page.getByRole('heading', { name: 'From version 1 to version 3' }).waitFor()
    await expectNoSidewaysScroll(page)
  })
})

test('the configuration history shows older versions on request, also after a failure, and each can be compared with any other', async () => {
  const { administrator, scope } = await newConfigured()
  const { types, ...draft } = exampleConfiguration()
  for (let revision = 3; revision <= 52; revision++) {
    await publishConfiguration(scope, { ...draft, types: types.map((type) => ({ ...type, name: `Type ${revision}` })) })
  }
  const page = await open('/configuration?tab=history', { as: administrator })
  const versions = page.getByRole('link', { name: /^Version/ })
  await expect.poll(() => versions.count()).toBe(50)
  const older = page.getByRole('button', { name: 'Show older versions' })
  await answerFirstRequest(page, 'GET', '**/configuration/revisions?*cursor=*', (route) =>
    route.fulfill({ status: 408, body: 'lost' }),
  )
  await older.click()
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load this' })
  await failure.waitFor()
  expect((await failure.boundingBox())!.y).toBeGreaterThan((await versions.last().boundingBox())!.y)
  await expect.poll(() => older.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => versions.count()).toBe(52)
  expect(await failure.count()).toBe(0)
  expect(await older.count()).toBe(0)

  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  await page.getByText('0 creations, 0 in the last 30 days').waitFor()
  await page.getByRole('tab', { name: 'What changed' }).click()
  await page.getByRole('heading', { name: 'From version 2 to version 1' }).waitFor()
  const other = page.getByRole('combobox', { name: 'Compared with version' })
  await other.click()
  expect(await page.getByRole('option').count()).toBe(51)
  await other.fill('52')
  await other.press('Enter')
  await page.getByRole('heading', { name: 'From version 52 to version 1' }).waitFor()
})

test('no configuration page has an accessibility violation in the dark colour scheme', async () => {
  const { administrator } = await newConfigured()
  const page = await open('/configuration', { as: administrator, colorScheme: 'dark' })
  await page.getByRole('region', { name: 'Fire' }).waitFor()
  await expectNoAxeViolations(page)
  await page.goto('/configuration/2?from=1')
  await page.getByText('“Fire” was added.', { exact: true }).waitFor()
  await expectNoAxeViolations(page)
  await page.goto('/configuration/draft')
  await page.getByRole('button', { name: /^Fire/ }).click()
  await page.getByRole('textbox', { name: 'Name of the type' }).fill('')
  await page.getByText('One thing keeps this draft from being published').waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('tab', { name: 'Forms' }).click()
  await page.getByRole('button', { name: /^Strict/ }).click()
  await expectNoAxeViolations(page)
})

test('the configuration pages explain that there are no types and no revision to compare with', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/configuration', { as: administrator })
  await page.getByRole('heading', { name: 'There are no types yet' }).waitFor()
  await expectNoAxeViolations(page)
  await page.goto('/configuration/1')
  await page.getByRole('tab', { name: 'What changed' }).click()
  await page.getByText('There is no other version to compare with').waitFor()
})

/** Opens a configuration page with a fake clock, which the test advances with `page.clock`. */
async function openWithClock(path = '/configuration'): Promise<Page> {
  const { administrator } = await newConfigured()
  const page = await open('about:blank', { as: administrator })
  await page.clock.install()
  await page.goto(path)
  return page
}

/**
 * Makes the page refresh its data: the clock advances by five minutes, and the window becomes visible. The requests of
 * the page to this URL fail.
 * @param address glob pattern of the URL
 */
async function failRefresh(page: Page, address: string): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status: 400, body: '{}' }))
  // Start to wait now, because the clock may refresh the page before the window becomes visible.
  const failure = page.waitForResponse(address)
  await page.clock.fastForward('05:00')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await (await failure).finished()
}

test('configuration pages still show the former data after a failed refresh', async () => {
  const page = await openWithClock()
  await page.getByRole('region', { name: 'Fire' }).waitFor()
  const address = '**/api/console/creation-configurations/current'
  await failRefresh(page, address)
  const problem = page.getByRole('alert').filter({ hasText: 'Couldn’t load this' })
  await problem.waitFor()
  await page.getByRole('region', { name: 'Fire' }).waitFor()
  await page.unroute(address)
  await problem.getByRole('button', { name: 'Try again' }).click()
  await problem.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Forms' }).click()
  await page.getByRole('region', { name: 'Strict' }).waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('row').filter({ hasText: 'Version 1' }).waitFor()
  await failRefresh(page, '**/api/console/configuration/revisions')
  await page.getByRole('link', { name: 'Version 2' }).click()
  await page.getByRole('tab', { name: 'What changed' }).click()
  await page.getByRole('heading', { name: 'From version 1 to version 2' }).waitFor()
})

test('the draft page still shows the list of changes after a failed refresh, and an alert reports the failure', async () => {
  const page = await openWithClock('/configuration/draft')
  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByText('There are no differences.').waitFor()
  await failRefresh(page, '**/api/console/configuration/draft/difference')
  await page.getByRole('alert').getByText('Couldn’t load this').waitFor()
  await page.getByText('There are no differences.').waitFor()
})

test('the comparison of revisions reports a revision that failed to load, and “Try again” loads the revision', async () => {
  const { administrator } = await newConfigured()
  const page = await open('/configuration/2', { as: administrator })
  const address = '**/api/console/creation-configurations/1'
  await page.route(address, (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.getByRole('tab', { name: 'What changed' }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'Couldn’t load this' })
  await problem.waitFor()
  await page.unroute(address)
  await problem.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('“Fire” was added.', { exact: true }).waitFor()
})

test('after a failed refresh, the field “Days to accept a version” still has its unsaved value', async () => {
  const page = await openWithClock()
  await page.getByRole('tab', { name: 'Older versions' }).click()
  await page.getByLabel('Refuse versions that were replaced long ago').check()
  await page.getByLabel('Days to accept a version').fill('12')
  const address = '**/api/console/configuration/oldest-revision-age'
  await failRefresh(page, address)
  await page.unroute(address)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. It takes effect immediately.').waitFor()
  expect(await page.getByLabel('Days to accept a version').inputValue()).toBe('12')
})

test('a changed number of days to accept a replaced revision applies to the next creation', async () => {
  const { administrator, key } = await newConfigured()
  const page = await open('/configuration', { as: administrator })
  await page.getByRole('tab', { name: 'Older versions' }).click()
  const days = page.getByLabel('Days to accept a version')
  await expect.poll(() => days.isDisabled()).toBe(true)
  const create = () => tryCreation(apiCallerOf(serverUrl(), key), { configVersion: 1 })
  expect((await create()).status).toBe(201)

  await page.getByLabel('Refuse versions that were replaced long ago').check()
  await days.fill('')
  await page.getByText('Give a whole number from 0 to 36,500.').waitFor()
  await expectNoAxeViolations(page)
  await days.fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. It takes effect immediately.').waitFor()
  expect((await create()).body.code).toBe('configuration_revision_too_old')

  await page.getByLabel('Refuse versions that were replaced long ago').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await create()).status).toBe(201)
})

describe('configuration access', () => {
  test.each(['/configuration', '/configuration/draft', '/configuration/1'])(
    'a member who opens %s sees that the page is for administrators only',
    async (path) => {
      const { member } = await newConfigured()
      const page = await open(path, { as: member })
      await page.getByRole('heading', { level: 1, name: 'For administrators only' }).waitFor()
    },
  )

  test('the server answers 403 to configuration requests of a member', async () => {
    const { member } = await newConfigured()
    const page = await open('/overview', { as: member })
    const { request } = page
    const headers = await writeHeaders(page)
    const responses = await Promise.all([
      request.get('/api/console/configuration/draft'),
      request.get('/api/console/configuration/revisions'),
      request.get('/api/console/configuration/revisions/1/difference/2'),
      request.put('/api/console/configuration/oldest-revision-age', { headers, data: { days: 1 } }),
      request.post('/api/console/configuration/draft/publish', { headers, data: { version: 1 } }),
      request.delete('/api/console/configuration/draft', { headers }),
    ])
    expect(responses.map((response) => response.status())).toEqual(responses.map(() => 403))
  })

  test.each(['/configuration/7', '/configuration/0', '/configuration/first'])(
    'the URL %s of an unknown version shows “Not found”',
    async (path) => {
      const { administrator } = await newConfigured()
      const page = await open(path, { as: administrator })
      await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
    },
  )
})
