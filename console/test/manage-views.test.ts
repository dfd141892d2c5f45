import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus } from './support/browser.ts'
import { delayRequests } from './support/delay-requests.ts'
import { organizations } from './support/organization.ts'
import { slowTimers } from './support/slow-timers.ts'
import { deleteView, manageViews, saveView, startWith, viewLink } from './support/views.ts'

const open = browser()
const newOrganization = organizations()

/** Saves the views “Aisles”, “Doors” and “Lamps”, and opens the dialog in which users manage their views. */
async function manageThreeViews(page: Page, shared: readonly string[]) {
  for (const name of ['Aisles', 'Doors', 'Lamps']) {
    await page.goto(`/incidents?q=${name}`)
    await saveView(page, name, { shared: shared.includes(name) })
  }
  return manageViews(page)
}

/** Returns the names of the views in the dialog, in order. */
const namesIn = (dialog: Locator): Promise<string[]> =>
  dialog.getByRole('textbox').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

test('users can rename, share and delete their own views', async () => {
  const { member, administrator } = await newOrganization()
  const page = await open('/incidents?q=door', { as: member })
  await saveView(page, 'Doors')
  const dialog = await manageViews(page)
  await dialog.getByLabel('New name of Doors').fill('All doors')
  await dialog.getByRole('button', { name: 'Rename Doors' }).click()
  await page.getByText('View “All doors” changed').waitFor()
  await dialog.getByRole('switch', { name: 'Share All doors with everybody' }).press(' ')
  await expect.poll(() => dialog.getByRole('switch').isChecked()).toBe(true)
  await expectNoAxeViolations(page)

  const theirs = await open('/incidents', { as: administrator })
  await viewLink(theirs, /^All doors/).waitFor()

  await deleteView(dialog, 'All doors')
  await dialog.getByText('No saved views yet.').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => viewLink(page, /doors/).count()).toBe(0)
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
})

test('Enter during the composition of letters, for example of a Japanese name, does not rename the view', async () => {
  const { member } = await newOrganization()
  const page = await open('/incidents?q=door', { as: member })
  await saveView(page, 'Doors')
  const dialog = await manageViews(page)
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  const name = dialog.getByLabel('New name of Doors')
  await name.fill('ドア')
  await name.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  // In Safari, the composition ends before this Enter. Only its `keyCode` 229 shows that it belongs to the composition.
  await name.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await name.fill('ドアの故障')
  await name.press('Enter')
  await page.getByText('View “ドアの故障” changed').waitFor()
  expect(sent).toEqual([{ name: 'ドアの故障' }])
})

test('restoring a deleted view returns it to its former place and makes it the start view again', async () => {
  const { member } = await newOrganization()
  const page = await open('/incidents', { as: member })
  const dialog = await manageThreeViews(page, ['Doors'])
  await startWith(dialog, 'Doors')
  await deleteView(dialog, 'Doors')
  await dialog.getByLabel('New name of Doors').waitFor({ state: 'detached' })
  await page
    .getByRole('status')
    .filter({ hasText: 'View “Doors” deleted' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await dialog.getByLabel('New name of Doors').waitFor()
  await expect.poll(() => namesIn(dialog)).toEqual(['Aisles', 'Doors', 'Lamps'])
  expect(await dialog.getByRole('switch', { name: 'Share Doors with everybody' }).isChecked()).toBe(true)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Doors' }).waitFor()
})

test("members can move a colleague's shared view within their own list of views, but cannot change the view itself", async () => {
  const { member, administrator } = await newOrganization()
  const theirs = await open('/incidents?q=door', { as: administrator })
  await saveView(theirs, 'Doors', { shared: true })
  const page = await open('/incidents', { as: member })
  const dialog = await manageViews(page)
  await dialog.getByText('Doors shared by a colleague').waitFor()
  await dialog.getByRole('button', { name: 'Move Doors up' }).waitFor()
  expect(await dialog.getByRole('textbox').count()).toBe(0)
})

test('views can be put in order by keyboard, and the order applies only to the user who chose it', async () => {
  const { member, administrator } = await newOrganization()
  const page = await open('/incidents', { as: member })
  const dialog = await manageThreeViews(page, ['Aisles', 'Doors', 'Lamps'])
  const up = dialog.getByRole('button', { name: 'Move Lamps up' })
  await up.press('Enter')
  await dialog.getByText('Lamps is now 2 of 3').waitFor({ state: 'attached' })
  await expect.poll(() => namesIn(dialog)).toEqual(['Aisles', 'Lamps', 'Doors'])
  await expect.poll(() => hasFocus(up)).toBe(true)
  await page.keyboard.press('Enter')
  await dialog.getByText('Lamps is now 1 of 3').waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  const names = async (of = page) =>
    (await viewLink(of, /^(Aisles|Doors|Lamps)/).allTextContents()).map((text) => text.replace(/[\s\d]+$/, ''))
  await expect.poll(() => names()).toEqual(['Lamps', 'Aisles', 'Doors'])
  await page.reload()
  await expect.poll(() => names()).toEqual(['Lamps', 'Aisles', 'Doors'])
  const theirs = await open('/incidents', { as: administrator })
  await expect.poll(() => names(theirs)).toEqual(['Aisles', 'Doors', 'Lamps'])
})

test('two fast presses of a move button move the view by two places, even on a busy machine', async () => {
  const { member } = await newOrganization()
  const page = await open('/incidents', { as: member })
  const dialog = await manageThreeViews(page, [])
  await slowTimers(page)
  await dialog.getByRole('button', { name: 'Move Lamps up' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn(dialog)).toEqual(['Lamps', 'Aisles', 'Doors'])
  await dialog.getByText('Lamps is now 1 of 3').waitFor({ state: 'attached' })
})

test('moving a view right after choosing the start view does not change the start view, even on a busy machine', async () => {
  const { member } = await newOrganization()
  const page = await open('/incidents', { as: member })
  const dialog = await manageThreeViews(page, [])
  const start = dialog.getByLabel('Open Tocsin with')
  await slowTimers(page)
  await start.selectOption('Doors')
  await dialog.getByRole('button', { name: 'Move Lamps up' }).press('Enter')
  await expect.poll(() => namesIn(dialog)).toEqual(['Aisles', 'Lamps', 'Doors'])
  expect(await start.locator('option:checked').textContent()).toBe('Doors')
})

test('if neither a move nor a start view can be saved, the dialog of views shows the former order again', async () => {
  const { member } = await newOrganization()
  const page = await open('/incidents', { as: member })
  const dialog = await manageThreeViews(page, [])
  await page.route('**/api/console/views/preferences', (route) => route.fulfill({ status: 400, json: {} }))
  const delayed = await delayRequests(page, 'PUT', '**/api/console/views/preferences')
  await dialog.getByRole('button', { name: 'Move Lamps up' }).press('Enter')
  await delayed.hasStarted
  await dialog.getByLabel('Open Tocsin with').selectOption('Doors')
  delayed.release()
  await dialog.getByRole('alert').waitFor()
  await expect.poll(() => namesIn(dialog)).toEqual(['Aisles', 'Doors', 'Lamps'])
})

test('a user who sees more than 500 views can still put the first of them in order', async () => {
  const { member } = await newOrganization()
  const page = await open('/incidents', { as: member })
  const [first, ...others] = Array.from({ length: 501 }, (_, index) => ({
    id: randomUUID(),
    ownerId: randomUUID(),
    name: `View ${index}`,
    shared: true,
    query: '',
    layout: 'list',
  }))
  await page.route('**/api/console/views', (route) =>
    route.fulfill({ json: { data: [first, ...others], defaultView: null } }),
  )
  await page.reload()
  const dialog = await manageViews(page)
  const arranged = page.waitForResponse('**/api/console/views/preferences')
  await dialog.getByRole('button', { name: 'Move View 1 up' }).click()
  expect((await arranged).status()).toBe(200)
})

describe('the default view', () => {
  test('the console starts with the default view of the user, and the keys g i open this view', async () => {
    const { member } = await newOrganization()
    const page = await open('/board?priority=MAJOR', { as: member })
    await saveView(page, 'Major ones')
    const dialog = await manageViews(page)
    await startWith(dialog, 'Major ones')
    await page.goto('/')
    await page.waitForURL('**/board?priority=MAJOR&view=*')
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('heading', { level: 1, name: 'Major ones' }).waitFor()
  })

  test('after the default view is deleted, the other views can still be put in order', async () => {
    const { member } = await newOrganization()
    const page = await open('/incidents', { as: member })
    const dialog = await manageThreeViews(page, [])
    await startWith(dialog, 'Aisles')
    await deleteView(dialog, 'Aisles')
    await dialog.getByLabel('New name of Aisles').waitFor({ state: 'detached' })
    const arranged = page.waitForResponse('**/api/console/views/preferences')
    await dialog.getByRole('button', { name: 'Move Lamps up' }).click()
    expect((await arranged).status()).toBe(200)
  })

  test('if the default view is deleted, the console starts with the list of open incidents', async () => {
    const { member } = await newOrganization()
    const page = await open('/incidents?q=door', { as: member })
    await saveView(page, 'Doors')
    const dialog = await manageViews(page)
    await startWith(dialog, 'Doors')
    await deleteView(dialog, 'Doors')
    await page.goto('/')
    await page.waitForURL('**/incidents?state=open')
  })
})

test('on a phone, the views are in the menu, where they can be managed', async () => {
  const { member } = await newOrganization()
  const page = await open('/incidents?q=door', { as: member, screen: 'phone' })
  await saveView(page, 'Doors')
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Doors' }).waitFor()
  await expectNoAxeViolations(page)
  const dialog = await manageViews(page)
  await dialog.getByLabel('New name of Doors').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Unassigned' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Unassigned' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
