import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { issueKey } from '../../server/src/identity/keys/issue.ts'
import { revokeKey } from '../../server/src/identity/keys/revoke.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, focusedText, hasFocus, serverUrl } from './support/browser.ts'
import { expectNoLayoutShift } from './support/layout-shift.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

const statusWith = async (key: string) =>
  (await fetch(new URL('/api/v1/incidents', serverUrl()), { headers: { 'x-api-key': key } })).status

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/**
 * Issues an API key with the form and does not close the dialog that shows the new key.
 * @param change edits the form before the form is sent
 */
async function issue(page: Page, name: string, change?: () => Promise<unknown>) {
  await page.getByRole('button', { name: 'Issue a key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await change?.()
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  return shownKey(page)
}

async function shownKey(page: Page) {
  const dialog = page.getByRole('dialog', { name: /^The key “/ })
  const key = await dialog.getByLabel('Key', { exact: true }).inputValue()
  const curl = dialog.getByLabel('Try it in a terminal')
  await expect.poll(() => curl.inputValue()).toContain('curl ')
  return { dialog, key, curl: await curl.inputValue() }
}

async function confirmStored(page: Page) {
  await page.getByLabel('I have stored the key').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/**
 * Runs a curl command in a shell, as a user does who pastes it into a terminal. If curl is not installed, sends the
 * same request with `fetch`.
 * @returns the parsed JSON of the response
 */
async function runAsPasted(line: string): Promise<unknown> {
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', line])
    return JSON.parse(stdout)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 127) throw error
    const [, url] = /(http:\/\/[^\s']+)/.exec(line)!
    const [, key] = /x-api-key: (\S+)"/.exec(line)!
    const [, body] = / -d '(.*)'$/.exec(line) ?? []
    const headers = { 'x-api-key': key!, ...(body && { 'content-type': 'application/json' }) }
    return (await fetch(url!, { headers, ...(body && { method: 'POST', body }) })).json()
  }
}

describe('new API keys', () => {
  test('a new API key works at once with the curl command that the dialog shows', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/keys', { as: administrator })
    const { key, curl } = await issue(page, 'Till 3')
    expect(curl).toContain(`${serverUrl()}/api/v1/incidents`)
    expect(curl).toContain(key)
    const incident = (await runAsPasted(curl)) as IncidentResponse
    expect(incident).toMatchObject({ name: 'Freezer 3 is getting warm' })
    await expectNoAxeViolations(page)
    await confirmStored(page)

    const row = rowOf(page, 'Till 3')
    await expect.poll(() => row.textContent()).toContain('Read, Write')
    await expect.poll(() => row.textContent()).toContain('Active')
    expect(await page.content()).not.toContain(key.split('_')[2])
    await expectNoAxeViolations(page)
  })

  test('the example curl command beside a new API key has all fields that the configuration requires', async () => {
    const { administrator, scope } = await newOrganization()
    const { id: locationId } = await addLocation(scope, { name: 'Harbour' })
    const [typeId, categoryId, profileId] = [randomUUID(), randomUUID(), randomUUID()]
    const rule = 'required' as const
    const fields = { name: { rule }, typeId: { rule }, categoryId: { rule }, locationId: { rule } }
    await publishConfiguration(scope, {
      types: [{ id: typeId, name: 'Cold chain', active: true, profileId: null }],
      categories: [{ id: categoryId, typeId, name: 'Freezer', active: true }],
      profiles: [{ id: profileId, name: 'Standard', fields }],
      defaultProfileId: profileId,
    })
    const page = await open('/keys', { as: administrator })
    const { curl } = await issue(page, 'Gateway')
    expect(await runAsPasted(curl)).toMatchObject({ typeId, categoryId, locationId })
  })

  test('an API key with only the scope “Read” can list incidents but cannot create an incident', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/keys', { as: administrator })
    const { key, curl } = await issue(page, 'Reports', () => page.getByRole('checkbox', { name: 'Write' }).uncheck())
    expect(await runAsPasted(curl)).toMatchObject({ data: [] })
    const response = await fetch(new URL('/api/v1/incidents', serverUrl()), {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ clientRequestId: randomUUID(), name: 'Door' }),
    })
    expect(response.status).toBe(401)
  })

  test('the form for a new API key says that the scope “Write” includes changing and deleting incidents', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/keys', { as: administrator })
    await page.getByRole('button', { name: 'Issue a key' }).click()
    const write = page.getByRole('dialog').getByText(/^Report/)
    await expect.poll(() => write.textContent()).toContain('change, delete and restore incidents')
  })

  test('the scope “Webhooks” is unchecked at first, and an API key with only this scope can list webhook endpoints', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/keys', { as: administrator })
    const { key, curl } = await issue(page, 'Set-up', async () => {
      expect(await page.getByRole('checkbox', { name: 'Webhooks' }).isChecked()).toBe(false)
      for (const name of ['Read', 'Write']) await page.getByRole('checkbox', { name }).uncheck()
      await page.getByRole('checkbox', { name: 'Webhooks' }).check()
    })
    expect(await runAsPasted(curl)).toMatchObject({ data: [] })
    expect(await statusWith(key)).toBe(401)
  })

  test('the dialog with a new API key stays open until the user confirms that the key is stored', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/overview', { as: administrator })
    await page.getByRole('navigation').getByRole('link', { name: 'API keys' }).click()
    const { dialog, key } = await issue(page, 'Till 3')
    await expect.poll(() => dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await page.goBack()
    await expect.poll(() => dialog.getByLabel('Key', { exact: true }).inputValue()).toBe(key)
    // Wait until the page has restored its URL. The browser changes the URL before the page can block the navigation.
    await page.waitForURL('**/keys')
    await confirmStored(page)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })

  test('buttons copy the new API key and its curl command to the clipboard', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/keys', { as: administrator })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { dialog, key, curl } = await issue(page, 'Till 3')
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await dialog.getByRole('button', { name: 'Copy the key' }).click()
    await dialog.getByText('Copied').waitFor()
    await expect.poll(clipboard).toBe(key)
    await dialog.getByRole('button', { name: 'Copy the command' }).click()
    await expect.poll(clipboard).toBe(curl)
  })

  test.each([
    ['In 30 days', 30],
    ['In 90 days', 90],
    ['In a year', 365],
  ])('a new API key expires at the time that the administrator has chosen: %s', async (choice, days) => {
    const { administrator } = await newOrganization()
    const page = await open('/keys', { as: administrator })
    await issue(page, 'Till 3', () => page.getByLabel('Expires', { exact: true }).selectOption(choice))
    const response = await page.context().request.get('/api/console/keys')
    const { data } = (await response.json()) as { data: ApiKey[] }
    const { expiresAt, createdAt } = data.find(({ name }) => name === 'Till 3')!
    expect(Math.round((Date.parse(expiresAt!) - Date.parse(createdAt)) / 60_000)).toBe(days * 24 * 60)
  })

  test('the form for a new API key rejects a missing name, a missing scope and a last day in the past', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/keys', { as: administrator })
    await page.getByRole('button', { name: 'Issue a key' }).click()
    const dialog = page.getByRole('dialog')
    for (const name of ['Read', 'Write']) await dialog.getByRole('checkbox', { name }).uncheck()
    await dialog.getByLabel('Expires', { exact: true }).selectOption('After a day you choose')
    await dialog.getByLabel('Last day').fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
    await dialog.getByText('Fill in this field.').waitFor()
    await dialog.getByText('Choose at least one.').waitFor()
    await dialog.getByText('Choose today or a later day.').waitFor()
    await expect.poll(() => hasFocus(dialog.getByLabel('Name'))).toBe(true)
    await expectNoAxeViolations(page)
    // Press Escape twice. The first Escape only takes the focus out of the field, because the form has entries. The
    // second closes the dialog.
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(dialog.getByLabel('Name'))).toBe(false)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
  })

  test('the list of API keys marks a key that expires soon', async () => {
    const { administrator, scope } = await newOrganization()
    const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
    await issueKey(scope, { name: 'Ending', scopes: ['read'], expiresAt })
    const page = await open('/keys', { as: administrator })
    const row = rowOf(page, 'Ending')
    await row.waitFor()
    await expect.poll(() => row.textContent()).toContain('Expires soon')
  })
})

describe('revoking an API key', () => {
  test('revoking an API key asks for confirmation, and then the key stops working and moves to the list of ended keys', async () => {
    const { administrator, scope } = await newOrganization()
    const { key } = await issueKey(scope, { name: 'Till 3', scopes: ['read'] })
    const page = await open('/keys', { as: administrator })
    await page.getByRole('button', { name: 'Revoke Till 3' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke “Till 3”?' })
    await dialog.getByText('refused within a second').waitFor()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await statusWith(key)).toBe(200)

    await page.getByRole('button', { name: 'Revoke Till 3' }).click()
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => statusWith(key)).toBe(401)
    await rowOf(page, 'Till 3').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show 1 key that has ended' }).click()
    await rowOf(page, 'Till 3').getByText('Revoked').waitFor()
    await expectNoAxeViolations(page)
  })
})

describe('rotating an API key', () => {
  test('rotating an API key shows the new key, and the old key works for the chosen number of hours', async () => {
    const { administrator, scope } = await newOrganization()
    const old = await issueKey(scope, { name: 'Till 3', scopes: ['read'] })
    const page = await open('/keys', { as: administrator })
    await page.getByRole('button', { name: 'Rotate Till 3' }).click()
    const overlap = page.getByLabel('Hours the old key keeps working')
    await expect.poll(() => overlap.inputValue()).toBe('24')
    await page.getByText('The old key stops working on').waitFor()
    await overlap.fill('0')
    await page.getByText('The old key stops working at once').waitFor()
    await overlap.fill('9000')
    await page.getByText('Between 0 and 8,760 hours').waitFor()
    await overlap.fill('48')
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Rotate', exact: true }).click()
    const { key, dialog } = await shownKey(page)
    await dialog.getByText('The old key works until').waitFor()
    expect(await Promise.all([statusWith(key), statusWith(old.key)])).toEqual([200, 200])
    await confirmStored(page)

    const replaced = rowOf(page, 'Being replaced')
    await replaced.getByText('works until').waitFor()
    await expect.poll(() => replaced.getByRole('button', { name: 'Rotate' }).count()).toBe(0)
    await replaced.getByRole('link', { name: 'Replaced by the key issued on' }).click()
    await expect.poll(() => focusedText(page)).toContain('Active')
    await expectNoAxeViolations(page)
  })

  test('rotating an API key with an overlap of 0 hours ends the old key at once', async () => {
    const { administrator, scope } = await newOrganization()
    const old = await issueKey(scope, { name: 'Till 3', scopes: ['read'] })
    const page = await open('/keys', { as: administrator })
    await page.getByRole('button', { name: 'Rotate Till 3' }).click()
    await page.getByLabel('Hours the old key keeps working').fill('0')
    await page.getByRole('button', { name: 'Rotate', exact: true }).click()
    const { dialog, key } = await shownKey(page)
    await dialog.getByText('The old key has stopped working.').waitFor()
    await expect.poll(() => statusWith(old.key)).toBe(401)
    expect(await statusWith(key)).toBe(200)
  })

  test('rotating an API key is rejected with the reason if the key was revoked while the dialog was open', async () => {
    const { administrator, scope } = await newOrganization()
    const { id } = await issueKey(scope, { name: 'Till 3', scopes: ['read'] })
    const page = await open('/keys', { as: administrator })
    await page.getByRole('button', { name: 'Rotate Till 3' }).click()
    await revokeKey(scope, id)
    await page.getByRole('button', { name: 'Rotate', exact: true }).click()
    await page.getByRole('dialog').getByRole('alert').getByText('was revoked at').waitFor()
  })
})

test('a member cannot open the page of API keys, and the server answers 403 to a request for API keys', async () => {
  const { member } = await newOrganization()
  const page = await open('/keys', { as: member })
  await page.getByRole('heading', { level: 1, name: 'For administrators only' }).waitFor()
  expect((await page.context().request.get('/api/console/keys')).status()).toBe(403)
})

test('the page of API keys says that an organization has no working keys', async () => {
  const { administrator, scope, key } = await newOrganization()
  await revokeKey(scope, key.split('_')[1]!.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
  const page = await open('/keys', { as: administrator })
  await page.getByText('There are no working keys').waitFor()
  await expectNoAxeViolations(page)
})

test('JavaScript in the name of an API key is shown as text and never runs', async () => {
  const { administrator } = await newOrganization()
  const name = `<img src=x onerror="window.hostile=true">' -d "$(touch hostile)`
  const page = await open('/keys', { as: administrator })
  const { curl } = await issue(page, name)
  expect(await runAsPasted(curl)).toMatchObject({ name: 'Freezer 3 is getting warm' })
  await confirmStored(page)
  await rowOf(page, name).waitFor()
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('dialog', { name: `Revoke “${name}”?` }).waitFor()
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
})

test.each(['light', 'dark'] as const)(
  'the page of API keys fits a phone in the %s colour scheme',
  async (colorScheme) => {
    const { administrator, scope } = await newOrganization()
    await issueKey(scope, { name: `A till with a long name ${'x'.repeat(80)}`, scopes: ['read', 'write'] })
    const page = await open('/keys', { as: administrator, screen: 'phone', colorScheme })
    await rowOf(page, 'A till').waitFor()
    await expectNoLayoutShift(page, () => rowOf(page, 'A till').waitFor())
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
    await issue(page, 'Till 4')
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
    await confirmStored(page)
  },
)
