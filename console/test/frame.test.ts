import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'
import { signInByForm, signOut } from './support/sign-in-form.ts'

const open = browser()
const newOrganization = organizations()
const { administrator, member, key: apiKey } = await newOrganization()

const outlineOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).outlineStyle)

const administrationPages = ['Report forms', 'Directory', 'Users', 'Workflow', 'API keys', 'Webhooks']

describe('navigation', () => {
  test('for an administrator, each navigation link opens a page, sets the title and focuses the content', async () => {
    const page = await open('/incidents', { as: administrator })
    for (const name of ['Board', 'Overview', ...administrationPages, 'Incidents']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await expect.poll(() => page.title()).toBe(`${name} · Tocsin`)
      await expect.poll(() => hasFocus(page.locator('#content'))).toBe(true)
    }
  })

  test('a member has no links to administration pages, and their URLs show “For administrators only”', async () => {
    const page = await open('/keys', { as: member })
    await page.getByRole('heading', { level: 1, name: 'For administrators only' }).waitFor()
    const links = page.getByRole('navigation').getByRole('link')
    const names = async () => (await links.allTextContents()).map((text) => text.replace(/[\s\d]+$/, ''))
    await expect.poll(names).toEqual(['Incidents', 'Board', 'Overview', 'Unassigned', 'Mine', 'Critical'])
    await expectNoAxeViolations(page)
  })

  test('the navigation fits a phone and has the administration pages in a menu', async () => {
    const page = await open('/incidents', { as: administrator, screen: 'phone' })
    await page.getByRole('navigation').getByRole('link', { name: 'Board' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('dialog').getByRole('link', { name: 'API keys' }).tap()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
  })
})

test('on a phone, the open menu covers messages', async () => {
  const page = await open('/incidents/new', { as: member, screen: 'phone' })
  await nameField(page).fill('Lamp out')
  await page.getByRole('button', { name: 'Report', exact: true }).tap()
  const message = page.getByText('Reported.')
  await message.waitFor()
  // Wait for the page of the incident, because a change of the page closes the menu.
  await page.getByRole('heading', { level: 1, name: 'Lamp out' }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('dialog').waitFor()
  const topmost = () =>
    message.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return document.elementFromPoint(left, top + height / 2)?.closest('[role=dialog]') ? 'menu' : 'message'
    })
  await expect.poll(topmost).toBe('menu')
})

describe('keyboard navigation', () => {
  test('the first Tab stop of a page is a link that skips to the content', async () => {
    const page = await open('/incidents', { as: member })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page.locator('#content'))).toBe(true)
  })

  test('the keys g and o open the overview, c opens the report form, and ? lists all shortcuts', async () => {
    const page = await open('/incidents', { as: member })
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'Report an incident' }).waitFor()
    // Leave the focused first field with Escape. In a field, the key ? would type a question mark and run no shortcut.
    await expect.poll(() => hasFocus(page.getByLabel('Name'))).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Go to Board').waitFor()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
  })

  test('after the key g, a letter that stands for no page does nothing', async () => {
    const page = await open('/incidents', { as: member })
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname))
    for (const key of ['g', 'c', 'g', 'b']) await page.keyboard.press(key)
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    expect(addresses).toEqual(['/board'])
  })

  test.each(['Keyboard shortcuts', 'Change password'])(
    'closing the dialog “%s” returns the focus to the button of the account menu',
    async (entry) => {
      const page = await open('/overview', { as: member })
      const account = page.getByRole('button', { name: 'Account Maren Member' })
      await account.click()
      await page.getByRole('menuitem', { name: entry }).click()
      const dialog = page.getByRole('dialog', { name: entry })
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => hasFocus(account)).toBe(true)
    },
  )

  test('single-key shortcuts can be turned off and stay off after a reload', async () => {
    const page = await open('/overview', { as: member })
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.keyboard.press('Shift+?')
    // Wait until an element of the dialog has the focus, because the page would receive keys that are pressed earlier.
    await page.getByRole('dialog').locator(':focus').waitFor()
    const singleKeys = page.getByRole('switch', { name: 'Single-key shortcuts' })
    await singleKeys.press(' ')
    await expect.poll(() => singleKeys.isChecked()).toBe(false)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await page.reload()
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })
})

test('after a reload, the chosen colour scheme applies from the first paint on', async () => {
  const page = await open('/overview', { as: member, colorScheme: 'light' })
  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  await page.getByRole('button', { name: 'Account Maren Member' }).click()
  await expect.poll(scheme).toBe('light')
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(scheme).toBe('dark')
  await expectNoAxeViolations(page)
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark')
})

test.each(['desktop', 'phone'] as const)('an unknown URL shows “Not found” on a %s', async (screen) => {
  const page = await open('/no/such/page', { as: member, screen })
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Board' }).waitFor()
  await page.getByRole('link', { name: 'Go to the incidents' }).click()
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
})

test('“Try again” loads a page that failed to load while the browser was offline', async () => {
  const page = await open('/incidents', { as: member })
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Board' }).click()
  await page.getByText('Can’t reach the server.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/board')
})

test('if a server upgrade has deleted the code of a page, the browser reloads, and a begun report survives', async () => {
  const page = await open('/incidents/new', { as: member })
  await nameField(page).fill('Half a word')
  let hasFormerVersion = true
  await page.route('**/assets/*.js', (route) => (hasFormerVersion ? route.fulfill({ status: 404 }) : route.fallback()))
  page.on('request', (request) => {
    if (request.isNavigationRequest()) hasFormerVersion = false
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Board' }).click()
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  expect(hasFormerVersion).toBe(false)
  await page.goBack()
  await expect.poll(() => nameField(page).inputValue()).toBe('Half a word')
})

test.each([
  ['Keyboard shortcuts', 'help-dialog'],
  ['Change password', 'change-password-dialog'],
])(
  'the dialog “%s” opens while the browser is offline, and closing the dialog leaves the page unchanged',
  async (entry, file) => {
    const page = await open('/incidents/new', { as: member })
    // Wait until the code of the dialog is loaded. The browser goes offline afterwards.
    await page.waitForFunction(
      (part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
      file,
    )
    const name = nameField(page)
    await name.fill('Half a word')
    await page.context().setOffline(true)
    const account = page.getByRole('button', { name: 'Account Maren Member' })
    await account.click()
    await page.getByRole('menuitem', { name: entry }).click()
    await page.getByRole('dialog', { name: entry }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(account)).toBe(true)
    expect(await name.inputValue()).toBe('Half a word')
  },
)

test.each([
  ['the palette', (page: Page) => page.keyboard.press('Control+k')],
  ['the keyboard help', (page: Page) => page.keyboard.press('?')],
  ['the dialog for views', (page: Page) => page.getByRole('button', { name: 'Manage views' }).click()],
] as const)('the Back button of the browser closes %s and focuses the former page', async (_name, openPart) => {
  const page = await open('/incidents', { as: member })
  await page.getByRole('navigation').getByRole('link', { name: 'Board' }).click()
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  await openPart(page)
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page.locator('#content'))).toBe(true)
})

test('the Back button of the browser closes the account menu', async () => {
  const page = await open('/incidents', { as: member })
  await page.getByRole('navigation').getByRole('link', { name: 'Board' }).click()
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  await page.getByRole('button', { name: 'Account Maren Member' }).click()
  await page.getByRole('menu').waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)
})

test('on a phone, the Back button closes the menu', async () => {
  const page = await open('/incidents', { as: member, screen: 'phone' })
  await page.getByRole('navigation').getByRole('link', { name: 'Board' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('the first page loads the styles of all pages, so that later pages need no further style sheet', async () => {
  const page = await open('/incidents', { as: member })
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
  await page.route('**/*.css', (route) => route.abort('internetdisconnected'))
  await page.getByRole('navigation').getByRole('link', { name: 'Board' }).click()
  const columns = page.getByRole('region', { name: 'Incidents by state' }).getByRole('heading', { level: 2 })
  await columns.nth(1).waitFor()
  const [first, second] = [await columns.nth(0).boundingBox(), await columns.nth(1).boundingBox()]
  expect(second!.y).toBe(first!.y)
})

test('selections, ticks and chart bars are visible if the operating system forces its own colours', async () => {
  const { name } = await createExternally(apiKey, { priority: 'NORMAL' })
  const page = await open('/directory', { as: administrator })
  await page.emulateMedia({ forcedColors: 'active' })
  const link = (of: string) => page.getByRole('navigation').getByRole('link', { name: of })
  await page.getByRole('heading', { level: 1, name: 'Directory' }).waitFor()
  expect([await outlineOf(link('Directory')), await outlineOf(link('Users'))]).toEqual(['solid', 'none'])
  const shown = (of: string) => page.locator('label').filter({ hasText: of })
  expect([await outlineOf(shown('In use')), await outlineOf(shown('Archived'))]).toEqual(['solid', 'none'])

  await link('Incidents').click()
  const checkbox = page.getByRole('checkbox', { name: `Select ${name}` })
  await checkbox.check()
  const [tick, ground] = await checkbox.evaluate((input) => [
    getComputedStyle(input.parentElement!.querySelector('svg')!).color,
    getComputedStyle(input).backgroundColor,
  ])
  expect(tick).not.toBe(ground)

  await link('Overview').click()
  const bar = page.locator('[data-priority=NORMAL][style]')
  const [colour, paper] = await bar.evaluate((element) =>
    [element, document.body].map((each) => getComputedStyle(each).backgroundColor),
  )
  expect(colour).not.toBe(paper)
})

test('signing out after the session has ended shows the sign-in page, and a new sign-in returns to the former page', async () => {
  const page = await open('/overview?days=7', { as: member })
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  // End the session only when the request to sign out arrives. Otherwise another request could open the sign-in page
  // before the user has used the menu.
  await page.route('**/api/console/session', async (route, request) => {
    if (request.method() === 'DELETE') await page.context().clearCookies()
    await route.fallback()
  })
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await signOut(page, member)
  expect((await answered).status()).toBe(401)
  await signInByForm(page, member)
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(new URL(page.url()).search).toBe('?days=7')
})
