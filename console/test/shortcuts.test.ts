import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browser, focusedText } from './support/browser.ts'
import { createExternally, listExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'
import { signInByForm } from './support/sign-in-form.ts'
import { slowTimers } from './support/slow-timers.ts'

const open = browser()
const newOrganization = organizations()
const minuteMs = 60_000

test('five new incidents are triaged with at most 20 key presses: two assigned, two moved, one closed', async () => {
  const { key, member } = await newOrganization()
  for (const name of ['Fifth', 'Fourth', 'Third', 'Second', 'First']) await createExternally(key, { name })
  const page = await open('/')
  await signInByForm(page, member)
  await rowsOf(page).first().waitFor()
  let presses = 0
  const press = async (...keys: string[]) => {
    presses += keys.length
    for (const pressed of keys) await page.keyboard.press(pressed)
  }
  const focusIsOn = async (name: string) => await expect.poll(() => focusedText(page)).toBe(name)

  await press('j', 'a')
  await press('j', 'a')
  await press('j', 's', 'i', 'Enter')
  await focusIsOn('Third')
  await press('j', 's', 'i', 'Enter')
  await focusIsOn('Fourth')
  await press('j', 's', 'c', 'Enter')
  await page.getByRole('status').filter({ hasText: 'Moved to Closed.' }).getByRole('button', { name: 'Undo' }).waitFor()

  expect(presses).toBeLessThanOrEqual(20)
  const states = await page.request.get('/api/console/workflow-states')
  const { data } = (await states.json()) as { data: { id: string; name: string }[] }
  const triaged = async () =>
    (await listExternally(key)).map(({ name, assigneeId, stateId }) => [
      name,
      assigneeId !== null,
      data.find(({ id }) => id === stateId)!.name,
    ])
  await expect.poll(triaged).toEqual([
    ['First', true, 'Open'],
    ['Second', true, 'Open'],
    ['Third', false, 'In progress'],
    ['Fourth', false, 'In progress'],
    ['Fifth', false, 'Closed'],
  ])
})

test('the keys that change an incident apply to the selected incidents, or without a selection to the marked row', async () => {
  const { key, member } = await newOrganization()
  for (const name of ['Third', 'Second', 'First']) await createExternally(key, { name })
  const page = await open('/incidents', { as: member })
  await rowsOf(page).nth(2).waitFor()
  for (const pressed of ['j', 'x', 'j', 'x', 'p', 'c', 'r', 'Enter']) await page.keyboard.press(pressed)
  await page.getByText('Priority of 2 incidents is now Critical').waitFor()
  await page.keyboard.press('j')
  for (const pressed of ['t', ...'wet', 'Enter', 'Escape']) await page.keyboard.press(pressed)
  await expect
    .poll(async () => (await listExternally(key)).map(({ priority, tags }) => [priority, tags]))
    .toEqual([
      ['CRITICAL', []],
      ['CRITICAL', []],
      ['NORMAL', ['wet']],
    ])
  await expect.poll(() => focusedText(page)).toBe('Third')
})

test('with Caps Lock, the key x selects one row, and Shift with x selects all rows from there', async () => {
  const { key, member } = await newOrganization()
  for (const name of ['Third', 'Second', 'First']) await createExternally(key, { name })
  const page = await open('/incidents', { as: member })
  await rowsOf(page).nth(2).waitFor()
  // Playwright cannot turn on Caps Lock, so dispatch key events that report Caps Lock as on.
  const press = (pressed: string, shiftKey = false) =>
    page.evaluate((options) => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', options)), {
      key: pressed,
      shiftKey,
      modifierCapsLock: true,
      bubbles: true,
      cancelable: true,
    })
  await press('J')
  await expect.poll(() => focusedText(page)).toBe('First')
  await press('X')
  await page.getByText('1 selected').waitFor()
  await press('J')
  await press('J')
  await expect.poll(() => focusedText(page)).toBe('Third')
  await press('x', true)
  await page.getByText('3 selected').waitFor()
})

test('after a menu for the selected rows has closed, the marked row has the focus again, even on a busy machine', async () => {
  const { key, member } = await newOrganization()
  for (const name of ['Second', 'First']) await createExternally(key, { name })
  const page = await open('/incidents', { as: member })
  await rowsOf(page).nth(1).waitFor()
  await slowTimers(page)
  for (const pressed of ['j', 'j', 'x', 'p', 'c', 'r', 'Enter']) await page.keyboard.press(pressed)
  await page.getByText('Priority of 1 incident is now Critical').waitFor()
  await expect.poll(() => focusedText(page)).toBe('Second')
})

test('a key pressed right after a menu has closed acts on the list, even on a busy machine', async () => {
  const { key, member } = await newOrganization()
  for (const name of ['Third', 'Second', 'First']) await createExternally(key, { name })
  const page = await open('/incidents', { as: member })
  await rowsOf(page).nth(2).waitFor()
  await slowTimers(page)
  const press = async (...keys: string[]) => {
    for (const pressed of keys) await page.keyboard.press(pressed)
  }
  await press('j', 'p', 'c', 'r', 'Enter')
  await press('j', 'p', 'Escape')
  await press('j', 'p', 'm', 'i', 'Enter')
  await expect
    .poll(async () => (await listExternally(key)).map(({ name, priority }) => [name, priority]))
    .toEqual([
      ['First', 'CRITICAL'],
      ['Second', 'NORMAL'],
      ['Third', 'MINOR'],
    ])
})

test('a menu closes when its incident disappears from the list, and stays closed when the incident appears again', async () => {
  const { key, member } = await newOrganization()
  for (const name of ['Second', 'First']) await createExternally(key, { name, tags: ['wet'] })
  const page = await open('/incidents?tags=wet', { as: member })
  await rowsOf(page).nth(1).waitFor()
  for (const pressed of ['j', 't', ...'wet', 'Enter']) await page.keyboard.press(pressed)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await expect.poll(() => focusedText(page)).toBe('Second')
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowsOf(page).nth(1).waitFor()
  await page.getByText('Undone.').waitFor()
  expect(await page.getByRole('option').count()).toBe(0)
})

const { member: user, key: userKey } = await newOrganization()
for (const name of ['Fifth', 'Fourth', 'Third', 'Second', 'First']) await createExternally(userKey, { name })

async function openList(page: Page): Promise<void> {
  await page.goto('/incidents')
  await rowsOf(page).nth(4).waitFor()
}

const pages: Record<string, (page: Page) => Promise<unknown>> = {
  list: openList,
  async incident(page) {
    await openList(page)
    await rowsOf(page).getByRole('link', { name: 'Third' }).click()
    await page.getByRole('list', { name: 'Comments and changes' }).waitFor()
    await page
      .getByRole('button', { name: 'Next incident' })
      .or(page.getByRole('link', { name: 'Next incident' }))
      .waitFor()
  },
  async board(page) {
    await page.goto('/board')
    await page.locator('[data-incident] a').nth(4).waitFor()
  },
  async overview(page) {
    await page.goto('/overview')
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
}

/** Keys that open a page. The key of the list is left out, because it also sets the filter for open incidents. */
const keysOfPages: Record<string, string> = { board: 'g b', overview: 'g o' }

const focuses: Record<string, (page: Page) => Promise<unknown>> = {
  'the page': (page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
  'a button': (page) => page.locator('main button:not([data-incident] button):visible').last().focus(),
  'a row': (page) => page.locator('main :is([data-row-id], [data-incident]) a').nth(2).focus(),
}

const cases = Object.keys(pages).flatMap((name) =>
  Object.keys(focuses)
    .filter((focus) => focus !== 'a row' || ['list', 'board'].includes(name))
    .map((focus) => ({ name, focus })),
)

describe('the keys that the help lists', () => {
  test.each(cases)(
    'each key works on the page “$name” while $focus has the focus',
    { timeout: 5 * minuteMs },
    async ({ name, focus }) => {
      const page = await open('/overview', { as: user })
      await pages[name]!(page)
      const listed = await keysInHelp(page)
      expect(listed).toContain('g i')
      for (const keys of listed) {
        // Skip Enter while a button has the focus, because Enter presses the button. Skip the key that opens the
        // current page, because it changes nothing.
        if ((keys === 'Enter' && focus === 'a button') || keys === keysOfPages[name]) continue
        await pages[name]!(page)
        await focuses[focus]!(page)
        const before = await visibleState(page)
        await pressKeys(page, keys)
        await expect.poll(() => visibleState(page), { message: `the key ${keys} changes nothing` }).not.toBe(before)
      }
    },
  )
})

test.each(['/incidents', '/incidents/new', '/board'])(
  'on the page %s, Escape takes the focus out of each field',
  async (path) => {
    const page = await open(path, { as: user })
    await page.getByRole('main').locator('input').first().waitFor()
    await expectEscapeLeavesFields(page)
  },
)

test('Escape takes the focus out of each field of the incident page and of its edit form', async () => {
  const page = await open('/incidents', { as: user })
  await pages.incident!(page)
  await expectEscapeLeavesFields(page)
  await page.keyboard.press('e')
  await page.locator('#incident-name').waitFor()
  await expectEscapeLeavesFields(page)
})

async function expectEscapeLeavesFields(page: Page): Promise<void> {
  const fields = page.locator(
    'main :is(input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea):visible',
  )
  const count = await fields.count()
  expect(count).toBeGreaterThan(0)
  for (let index = 0; index < count; index++) {
    await fields.nth(index).focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('input, textarea'))).toBe(false)
  }
}

async function keysInHelp(page: Page): Promise<string[]> {
  await page.keyboard.press('Shift+?')
  const rows = page.getByRole('dialog').getByRole('row')
  await rows.first().waitFor()
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('kbd')].map((kbd) => kbd.textContent).join(' ')),
  )
}

/** Presses keys as the help lists them: one after the other, or a key together with Ctrl. */
async function pressKeys(page: Page, keys: string): Promise<void> {
  if (keys.startsWith('Ctrl ')) return page.keyboard.press(keys.replace('Ctrl ', 'Control+'))
  for (const pressed of keys.split(' ')) await page.keyboard.press(pressed)
}

/** Returns what a user can notice: the URL, the focus, the width of the navigation, open menus and dialogs, selected rows, and messages. */
const visibleState = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document
    const menusAndMessages = '[role=dialog], [role=listbox], [role=menu], .mantine-Notification-root'
    return JSON.stringify([
      window.location.href,
      activeElement?.id,
      activeElement?.getAttribute('href'),
      activeElement?.getAttribute('aria-label'),
      activeElement?.tagName,
      document.querySelector('nav')?.clientWidth,
      [...document.querySelectorAll(`${menusAndMessages}, tr[aria-selected=true]`)].map((found) => found.textContent),
    ])
  })
