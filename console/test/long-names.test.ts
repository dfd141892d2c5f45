import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { addUser } from '../../server/src/directory/users/add.ts'
import { changeSettings } from '../../server/src/organizations/settings.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import { changeWorkflow } from '../../server/src/workflow/change.ts'
import { findWorkflow } from '../../server/src/workflow/workflow-queries.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus, isInView } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

/** Word that is wider than every message and drawer. */
const longWord = 'W'.repeat(90)

test.each(['desktop', 'phone'] as const)(
  'after a move to a state with a long name without spaces, “Undo” is inside the window of a %s',
  async (screen) => {
    const { scope, key, member } = await newOrganization()
    const { id } = await createExternally(key)
    await renameState(scope, 'In progress', longWord)
    const page = await open(`/incidents/${id}`, { as: member, screen })
    await page.getByRole('button', { name: 'State: ' }).click()
    await page.getByRole('option', { name: longWord }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    const { x, width } = (await undo.boundingBox())!
    expect(x + width).toBeLessThan(page.viewportSize()!.width)
  },
)

test('on a phone, a long name of the organization leaves room for the button that closes the menu', async () => {
  const { scope, member } = await newOrganization()
  await changeSettings(scope, { name: `Fairmark Food Stores and Cold Storage ${longWord}` })
  const page = await open('/incidents', { as: member, screen: 'phone' })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog')
  expect(await isInside(menu.getByRole('button', { name: 'Close' }), menu)).toBe(true)
})

test('a long name of the publisher does not make the page of the report forms wider than the window', async () => {
  const { scope, administrator } = await newOrganization()
  const publisher = await addUser(scope, {
    name: longWord,
    email: `${randomUUID()}@example.com`,
    role: 'administrator',
  })
  const profileId = randomUUID()
  await publishConfiguration(scope.actingAs(publisher), {
    types: [],
    categories: [],
    profiles: [{ id: profileId, name: 'Standard', fields: { name: { rule: 'required' } } }],
    defaultProfileId: profileId,
  })
  const page = await open('/configuration', { as: administrator, screen: 'phone' })
  await page.getByText(longWord).waitFor()
  await expectNoSidewaysScroll(page)
})

test('a menu opens inside the window even if its button, a list of forty tags, is higher than the window', async () => {
  const { key, member } = await newOrganization()
  const tags = Array.from({ length: 40 }, (_, index) => `tag ${index} with a few more words`)
  const { id } = await createExternally(key, { tags })
  const page = await open(`/incidents/${id}`, { as: member })
  await page.getByText(tags[0]!).waitFor()
  await page.keyboard.press('t')
  const field = page.getByLabel('Find or add a tag')
  await expect.poll(() => hasFocus(field)).toBe(true)
  await expect.poll(() => isInView(field)).toBe(true)
  await expect.poll(() => isInView(page.getByRole('listbox', { name: 'Tags' }))).toBe(true)
})

test('no choice in the table of ages is cut off on a phone', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/organization', { as: administrator, screen: 'phone' })
  const field = page.getByLabel('Normal: red after')
  await field.selectOption('12 hours')
  expect(await field.evaluate(isTextCut)).toBe(false)
  await expectNoAxeViolations(page)
})

test('the link of an attached file has its name and its size as text for screen readers', async () => {
  const { page, gallery } = await openWithFile('minutes.txt')
  await gallery.getByRole('link', { name: 'Download minutes.txt 20 bytes' }).waitFor()
  await expectNoAxeViolations(page)
})

test('the tile of a file shows two lines of a long name and the size, even in narrow columns and on paper', async () => {
  const name = `Minutes ${'of the long meeting about freezers '.repeat(3)}.txt`
  const { page, gallery } = await openWithFile(name)
  const link = gallery.getByRole('link', { name: /^Download Minutes/ })
  await link.waitFor()
  for (const width of [1280, 1024, 820]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => link.evaluate(isOverfull)).toBe(false)
  }
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 680, height: 1009 })
  await expect.poll(() => link.evaluate(isOverfull)).toBe(false)
})

/** Opens a new incident and attaches a text file with this name. */
async function openWithFile(name: string) {
  const { key, member } = await newOrganization()
  const { id } = await createExternally(key)
  const page = await open(`/incidents/${id}`, { as: member })
  const gallery = page.getByRole('region', { name: 'Photos and files' })
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from('Nothing was decided.') }
  await gallery.locator('input[type=file][multiple]').setInputFiles(file)
  return { page, gallery }
}

async function isInside(part: Locator, whole: Locator): Promise<boolean> {
  const [inner, outer] = [(await part.boundingBox())!, (await whole.boundingBox())!]
  return inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width
}

/** Returns true if the content of a link is higher than the link, or if its name has room for less than two lines. */
function isOverfull(link: Element): boolean {
  const name = link.querySelector('span:not([class*=VisuallyHidden])')!
  const lineHeightPx = Number.parseFloat(getComputedStyle(name).lineHeight)
  return link.scrollHeight > link.clientHeight || name.clientHeight < 2 * lineHeightPx - 1
}

async function renameState(scope: OrganizationScope, from: string, to: string): Promise<void> {
  const { version, states, transitions } = await findWorkflow(scope)
  await changeWorkflow(scope, {
    version,
    initialStateId: states.find(({ isInitial }) => isInitial)!.id,
    states: states.map(({ id, name, isFinal }) => ({ id, name: name === from ? to : name, isFinal })),
    transitions,
  })
}

/** Returns true if a select element has less room than its chosen text needs. */
function isTextCut(element: Element): boolean {
  const style = getComputedStyle(element)
  const canvas = document.createElement('canvas').getContext('2d')!
  canvas.font = style.font
  const [chosen] = (element as HTMLSelectElement).selectedOptions
  const roomPx = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
  return canvas.measureText(chosen!.text).width > roomPx
}

test('a large font of the browser cuts off neither the priorities in the list nor the buttons of chosen filters', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { priority: 'CRITICAL' })
  const page = await open('/incidents?state=open', { as: member })
  await rowsOf(page).first().waitFor()
  await page.evaluate(() => (document.documentElement.style.fontSize = '24px'))
  const priority = rowsOf(page).first().locator('[data-column=priority]')
  await expect.poll(() => priority.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
  const heightOf = async (name: string) => (await page.getByRole('button', { name, exact: true }).boundingBox())!.height
  expect(await heightOf('Remove filter State: All open')).toBe(await heightOf('State: All open'))
  await page.setViewportSize({ width: 900, height: 800 })
  await expect.poll(() => priority.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
})

const isWhole = (element: HTMLElement) =>
  element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight

test('a large font of the browser cuts off neither the locations on the board nor the texts in the picture of the workflow', async () => {
  const { scope, key, administrator } = await newOrganization()
  const { id: locationId } = await addLocation(scope, { name: 'Market' })
  await createExternally(key, { locationId })
  const page = await open('/board', { as: administrator })
  await page.clock.install({ time: Date.now() + 48 * 60_000 })
  for (const [path, text] of [
    ['/board', 'Market'],
    ['/workflow', 'Initial · 1 incident'],
  ] as const) {
    await page.goto(path)
    const element = page.getByRole('main').getByText(text)
    await element.waitFor()
    await page.evaluate(() => (document.documentElement.style.fontSize = '24px'))
    await expect.poll(() => element.evaluate(isWhole)).toBe(true)
  }
})
