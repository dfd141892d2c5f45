import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addUser } from '../../server/src/directory/users/add.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus, blockLiveUpdates } from './support/browser.ts'
import { organizations } from './support/organization.ts'
import { act, row, show } from './support/table-page.ts'

const open = browser()
const newOrganization = organizations()

const cells = (page: Page, name: string) => row(page, name).getByRole('cell').allInnerTexts()
const changeRole = async (page: Page, name: string, role: 'Administrator' | 'Member') => {
  await act(page, name, 'Edit')
  await page.getByRole('dialog').getByRole('radio', { name: role }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
const toKeys = (page: Page) => page.getByRole('link', { name: 'API keys' })
const newAddress = () => `${randomUUID()}@example.com`

test('the user list shows roles and sign-in status, marks the account of the signed-in user and hides system users', async () => {
  const { administrator, member, scope } = await newOrganization()
  await addUser(scope, { name: 'Nora New', email: newAddress(), role: 'member', password: undefined })
  const page = await open('/users', { as: administrator })
  await row(page, 'Nora New').waitFor()
  await expect
    .poll(() => cells(page, 'Ada Administrator'))
    .toEqual([expect.stringContaining('YOU'), administrator.email, 'Administrator', 'Can sign in', '0', ''])
  expect((await cells(page, 'Maren Member')).slice(1, 4)).toEqual([member.email, 'Member', 'Can sign in'])
  expect((await cells(page, 'Nora New'))[3]).toBe('No password yet')
  await expect.poll(() => page.getByRole('row').count()).toBe(4)
  await expectNoAxeViolations(page)
})

test('the user list shows a problem while the browser is offline, and loads once the browser is online', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/users', { as: administrator })
  await row(page, 'Maren Member').waitFor()
  await page.context().setOffline(true)
  await show(page, 'All')
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await row(page, 'Maren Member').waitFor()
})

test('the form for a new user focuses each rejected field, and the added user can sign in', async () => {
  const { administrator, member } = await newOrganization()
  const page = await open('/users', { as: administrator })
  const email = newAddress()
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a user' })
  await dialog.getByLabel('Name').fill('Tomasz Till')
  await dialog.getByLabel('Email').fill(member.email)
  await dialog.getByLabel('Password', { exact: true }).fill('short')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await dialog.getByText('Use at least 12 characters.').waitFor()
  await expect.poll(() => hasFocus(dialog.getByLabel('Password', { exact: true }))).toBe(true)
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Password', { exact: true }).fill('a long enough password')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await dialog.getByText('Another user of the organization has the address').waitFor()
  await expect.poll(() => hasFocus(dialog.getByLabel('Email'))).toBe(true)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await row(page, 'Tomasz Till').waitFor()
  await open('/overview', { as: { name: 'Tomasz Till', email, password: 'a long enough password' } })
})

test('an administrator can change the name and the role of a member', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/users', { as: administrator })
  await act(page, 'Maren Member', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Maren Member' })
  await dialog.getByLabel('Name').fill('Maren Manager')
  await dialog.getByRole('radio', { name: 'Administrator' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Maren Manager').waitFor()
  expect((await cells(page, 'Maren Manager'))[2]).toBe('Administrator')
})

describe('changed roles of users', () => {
  test("a change of a user's role also applies to pages that the user opened before the change", async () => {
    const { administrator, member } = await newOrganization()
    const theirs = await open('/overview', { as: member })
    await theirs.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(await toKeys(theirs).count()).toBe(0)
    const page = await open('/users', { as: administrator })
    await changeRole(page, 'Maren Member', 'Administrator')
    await toKeys(theirs).waitFor()
    await toKeys(theirs).click()
    await theirs.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await changeRole(page, 'Maren Member', 'Member')
    await theirs.getByRole('heading', { level: 1, name: 'For administrators only' }).waitFor()
    expect(await toKeys(theirs).count()).toBe(0)
  })

  test('without live updates, a page applies a changed role after its first rejected request', async () => {
    const { administrator, scope } = await newOrganization()
    const bo = { name: 'Bo Boss', email: newAddress(), password: 'a long enough password' }
    await addUser(scope, { ...bo, role: 'administrator' })
    const theirs = await open('/overview', { as: bo })
    await blockLiveUpdates(theirs)
    await theirs.reload()
    await toKeys(theirs).waitFor()
    const page = await open('/users', { as: administrator })
    await changeRole(page, 'Bo Boss', 'Member')
    await toKeys(theirs).click()
    await theirs.getByRole('heading', { level: 1, name: 'For administrators only' }).waitFor()
    await expect.poll(() => toKeys(theirs).count()).toBe(0)
  })
})

test.each(['Edit', 'Set password', 'Archive'])(
  'closing the dialog “%s” returns the focus to the menu of the user',
  async (action) => {
    const { administrator } = await newOrganization()
    const page = await open('/users', { as: administrator })
    await act(page, 'Maren Member', action)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const menu = page.getByRole('button', { name: 'Actions for Maren Member' })
    await expect.poll(() => hasFocus(menu)).toBe(true)
  },
)

test("a password that an administrator sets ends the user's earlier sessions, and the user can sign in with it", async () => {
  const { administrator, member } = await newOrganization()
  const [page, other] = [await open('/users', { as: administrator }), await open('/overview', { as: member })]
  await act(page, 'Maren Member', 'Set password')
  const dialog = page.getByRole('dialog', { name: 'Set the password of Maren Member' })
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await dialog.getByText('Fill in this field.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill('a new and longer password')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Maren Member has a new password.').waitFor()
  await expect.poll(async () => (await other.context().request.get('/api/console/session')).status()).toBe(401)
  await open('/overview', { as: { ...member, password: 'a new and longer password' } })
})

test('an administrator can archive and restore a user', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/users', { as: administrator })
  await act(page, 'Maren Member', 'Archive')
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await row(page, 'Maren Member').waitFor({ state: 'detached' })
  await show(page, 'All')
  await row(page, 'Maren Member').waitFor()
  expect((await cells(page, 'Maren Member'))[3]).toBe('Archived')
  await act(page, 'Maren Member', 'Restore')
  await page.getByText('Restored Maren Member.').waitFor()
  await expect.poll(async () => (await cells(page, 'Maren Member'))[3]).toBe('Can sign in')
})

describe('the last administrator', () => {
  test('the last administrator cannot be archived, and the dialog shows the reason', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/users', { as: administrator })
    await act(page, 'Ada Administrator', 'Archive')
    const dialog = page.getByRole('dialog', { name: 'Archive Ada Administrator?' })
    await dialog.getByText('This is you').waitFor()
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await dialog.getByText('The last administrator has to stay').waitFor()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await row(page, 'Ada Administrator').getByText('Can sign in').last().waitFor()
  })

  test('the last administrator cannot become a member, and the dialog shows the reason', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/users', { as: administrator })
    await act(page, 'Ada Administrator', 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit Ada Administrator' })
    await dialog.getByRole('radio', { name: 'Member' }).check()
    await dialog.getByText('you can no longer open this page').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('The last administrator has to stay').waitFor()
    await expectNoAxeViolations(page)
  })
})

const openWithSecondAdministrator = async () => {
  const organization = await newOrganization()
  const password = 'a long enough password'
  await addUser(organization.scope, { name: 'Bo Boss', email: newAddress(), role: 'administrator', password })
  return open('/users', { as: organization.administrator })
}

describe('administrators who change their own account', () => {
  test('an administrator who changes their own role to member loses access to administration pages', async () => {
    const page = await openWithSecondAdministrator()
    await act(page, 'Ada Administrator', 'Edit')
    await page.getByRole('dialog').getByRole('radio', { name: 'Member' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'For administrators only' }).waitFor()
    await page.keyboard.press('Shift+?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Go to Board').waitFor()
    expect(await help.getByText('Go to Report forms').count()).toBe(0)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'Report an incident' }).waitFor()
  })

  test('an administrator who archives their own account is signed out', async () => {
    const page = await openWithSecondAdministrator()
    await act(page, 'Ada Administrator', 'Archive')
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('if users change their own name, the account menu shows the new name', async () => {
    const page = await openWithSecondAdministrator()
    await act(page, 'Ada Administrator', 'Edit')
    await page.getByRole('dialog').getByLabel('Name').fill('Ada Lovelace')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Account Ada Lovelace' }).waitFor()
  })
})

test.each(['light', 'dark'] as const)('the user list fits a phone in the %s colour scheme', async (colorScheme) => {
  const { administrator, member } = await newOrganization()
  const page = await open('/users', { as: administrator, screen: 'phone', colorScheme })
  await row(page, 'Maren Member').getByText(member.email).first().waitFor()
  await row(page, 'Maren Member').getByText('Member · Can sign in').waitFor()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Actions for Maren Member' }).tap()
  await page.getByRole('menuitem', { name: 'Edit' }).tap()
  await page.getByRole('dialog', { name: 'Edit Maren Member' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
})

test('JavaScript in the name of a user is shown as text', async () => {
  const { administrator, scope } = await newOrganization()
  const hostile = '<img src=x onerror="document.title=1">'
  await addUser(scope, { name: hostile, email: newAddress(), role: 'member', password: undefined })
  const page = await open('/users', { as: administrator })
  await act(page, hostile, 'Set password')
  await page.getByRole('dialog', { name: `Set the password of ${hostile}` }).waitFor()
  expect(await page.locator('img[src=x]').count()).toBe(0)
  await expect.poll(() => page.title()).toBe('Users · Tocsin')
})

test('a member who opens the users page sees that it is for administrators only', async () => {
  const { member } = await newOrganization()
  const page = await open('/users', { as: member })
  await page.getByRole('heading', { level: 1, name: 'For administrators only' }).waitFor()
})
