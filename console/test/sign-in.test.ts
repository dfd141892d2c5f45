import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus, signIn } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { expectNoLayoutShift } from './support/layout-shift.ts'
import { demoAdministrator, organizations } from './support/organization.ts'
import { signInByForm, signOut } from './support/sign-in-form.ts'
import { answerViewCounts } from './support/views.ts'

const open = browser()
const newOrganization = organizations()

describe.each(['desktop', 'phone'] as const)('the sign-in page on a %s', (screen) => {
  test('a visitor who opens a page has to sign in and then reaches that page', async () => {
    const page = await open('/overview?days=30', { screen })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signInByForm(page, demoAdministrator())
    await page.waitForURL('**/overview?days=30')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await expect.poll(() => page.title()).toBe('Overview · Tocsin')
  })

  test.each(['light', 'dark'] as const)(
    'the sign-in page has no accessibility violation in the %s colour scheme',
    async (colorScheme) => {
      const page = await open('/sign-in', { screen, colorScheme })
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
    },
  )
})

test('the sign-in page focuses the e-mail field without a layout shift', async () => {
  const page = await open('/overview')
  await expectNoLayoutShift(page, async () => {
    await expect.poll(() => hasFocus(page.getByLabel('Email'))).toBe(true)
  })
})

test('the error after a sign-in with a wrong password does not reveal whether the e-mail address is right', async () => {
  const { member } = await newOrganization()
  const page = await open('/sign-in')
  await signInByForm(page, { ...member, password: 'not the password' })
  await expect
    .poll(() => page.getByRole('alert').textContent())
    .toBe('Email and password don’t match, or the account is archived.')
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Sign in' }))).toBe(true)
  await expectNoAxeViolations(page)
})

test('an empty sign-in form marks the missing fields and focuses the first of them', async () => {
  const page = await open('/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => page.getByText('Fill in this field.').count()).toBe(2)
  await expect.poll(() => hasFocus(page.getByLabel('Email'))).toBe(true)
})

test('signing in never redirects to another website, even if the URL of the sign-in page names another website', async () => {
  const { member } = await newOrganization()
  const page = await open('/sign-in?from=%2F%2Fexample.com')
  await signInByForm(page, member)
  await page.waitForURL('**/incidents?state=open')
})

test('signing out ends the session, and the Back button of the browser then shows the sign-in page', async () => {
  const { member } = await newOrganization()
  const page = await open('/overview', { as: member })
  await signOut(page, member)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('Email'))).toBe(true)
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect((await page.context().request.get('/api/console/session')).status()).toBe(401)
})

describe('signing out with unsaved changes', () => {
  test('signing out with unsaved changes asks for confirmation, and “Stay” keeps the changes', async () => {
    const { key, member } = await newOrganization()
    const page = await open(`/incidents/${(await createExternally(key)).id}`, { as: member })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Half a sentence')
    await signOut(page, member)
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Half a sentence').first().waitFor()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Half of another')
    await signOut(page, member)
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect((await page.context().request.get('/api/console/session')).status()).toBe(401)
  })

  test('signing out saves the pending edit of a configuration draft', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/configuration/draft', { as: administrator })
    await page.getByRole('button', { name: 'Add type' }).click()
    await page.getByRole('textbox', { name: 'Name of the type' }).fill('Fire')
    await signOut(page, administrator)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page.context(), administrator)
    await page.goto('/configuration/draft')
    await page.getByRole('button', { name: /^Fire/ }).waitFor()
  })
})

test('signing out everywhere ends the sessions of other browsers too', async () => {
  const { member } = await newOrganization()
  const [page, other] = await Promise.all([open('/overview', { as: member }), open('/overview', { as: member })])
  await page.getByRole('button', { name: 'Account Maren Member' }).click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect.poll(async () => (await other.context().request.get('/api/console/session')).status()).toBe(401)
  await other.reload()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('changing the password requires the current password, and the user can then sign in with the new password', async () => {
  const { member } = await newOrganization()
  const page = await open('/overview', { as: member })
  await page.getByRole('button', { name: 'Account Maren Member' }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect.poll(() => dialog.getByText('Fill in this field.').count()).toBe(3)
  await dialog.getByLabel('Current password', { exact: true }).fill('not the password')
  await dialog.getByLabel('New password', { exact: true }).fill('a new and longer password')
  await dialog.getByLabel('New password again', { exact: true }).fill('a new and longer password')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByText('This is not your current password.').waitFor()

  await dialog.getByLabel('Current password', { exact: true }).fill(member.password)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
  await open('/overview', { as: { ...member, password: 'a new and longer password' } })
})

test('signing in to another organization reloads the other tabs of the browser', async () => {
  const [former, next] = [await newOrganization(), await newOrganization()]
  const page = await open('/overview', { as: former.member })
  await page.getByText(former.name).waitFor()
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  const other = await page.context().newPage()
  await other.goto('/sign-in')
  await signInByForm(other, next.member)
  await page.getByText(next.name).waitFor()
  // The variable `notReloaded` must be gone, which proves that the tab was reloaded. A reload removes all data of the
  // former user.
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(false)
  expect(new URL(page.url()).pathname).toBe('/overview')
})

test('after a sign-in in one tab, another tab leaves the sign-in page for the page that was requested there', async () => {
  const { member } = await newOrganization()
  const page = await open('/overview?days=7')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  const other = await page.context().newPage()
  await other.goto('/sign-in')
  await signInByForm(other, member)
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(new URL(page.url()).search).toBe('?days=7')
})

describe('first write after a new sign-in in another tab', () => {
  test('after a sign-in of another user in a second tab, the first tab reloads its page at its next write', async () => {
    const { member, administrator } = await newOrganization()
    const page = await open('/users', { as: administrator })
    await answerViewCounts(page)
    await page.getByRole('button', { name: 'Add user' }).click()
    await signIn(page.context(), member)
    await fillInUser(page)
    await page.getByRole('button', { name: 'Account Maren Member' }).waitFor()
    await page.getByRole('heading', { name: 'For administrators only' }).waitFor()
  })

  test('after a new sign-in of the same user in a second tab, a write in the first tab fails once and then succeeds', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/users', { as: administrator })
    await answerViewCounts(page)
    await page.getByRole('button', { name: 'Add user' }).click()
    await signIn(page.context(), administrator)
    const sessionRead = page.waitForResponse('**/api/console/session')
    await fillInUser(page)
    await (await sessionRead).finished()
    await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click()
    await page.getByText('Added Nina New.').waitFor()
  })
})

async function fillInUser(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add a user' })
  await dialog.getByLabel('Name').fill('Nina New')
  await dialog.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await dialog.getByRole('button', { name: 'Add user' }).click()
}
