import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { changeIncident } from '../../server/src/incidents/change/change.ts'
import { findWorkflow } from '../../server/src/workflow/workflow-queries.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { addState } from './support/add-state.ts'
import { boardOpener, cards, column } from './support/board-page.ts'
import { browser, hasFocus } from './support/browser.ts'
import { createExternally, listExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { multiplyIncident } from '../../server/test/support/multiply-incident.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()
const boardWith = boardOpener(open, newOrganization)

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

describe('board cards', () => {
  test('the menu of a card works by keyboard alone, and screen readers announce the new state', async () => {
    const { page, stateOf } = await boardWith('Door jams')
    await page.getByRole('button', { name: 'Move Door jams to…' }).press('Enter')
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['In progress', 'Resolved', 'Closed'])
    await expectNoAxeViolations(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await cards(page, 'Resolved').getByText('Door jams').waitFor()
    await page.getByRole('status').getByText('Moved Door jams to Resolved').waitFor()
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Move Door jams to…' }))).toBe(true)
    expect(await stateOf('Door jams')).toBe('Resolved')
  })

  test('a card on the board can be dragged only to states that the workflow allows', async () => {
    const { page, stateOf } = await boardWith('Door jams')
    await card(page, 'Door jams').dragTo(column(page, 'Resolved'))
    await cards(page, 'Resolved').getByText('Door jams').waitFor()
    await expect.poll(() => stateOf('Door jams')).toBe('Resolved')

    await card(page, 'Door jams').hover()
    await page.mouse.down()
    const target = (await column(page, 'Open').boundingBox())!
    await page.mouse.move(target.x + 60, target.y + 100, { steps: 5 })
    await column(page, 'Open').getByText('The workflow doesn’t allow this move').waitFor()
    await expect.poll(() => column(page, 'In progress').getAttribute('data-drop')).toBe('allowed')
    await expect.poll(() => column(page, 'Closed').getAttribute('data-drop')).toBe('allowed')
    await page.mouse.up()
    await expect.poll(() => column(page, 'Open').getAttribute('data-drop')).toBeNull()
    await expect.poll(() => cards(page, 'Open').count()).toBe(0)
    expect(await stateOf('Door jams')).toBe('Resolved')
  })

  test('releasing the mouse button ends a drag, even if a colleague has moved the dragged incident', async () => {
    const { page, scope, key } = await boardWith('Door jams')
    const [incident] = await listExternally(key)
    const resolved = (await findWorkflow(scope)).states.find(({ name }) => name === 'Resolved')!
    await card(page, 'Door jams').hover()
    await page.mouse.down()
    const target = (await column(page, 'In progress').boundingBox())!
    await page.mouse.move(target.x + 60, target.y + 100, { steps: 5 })
    await expect.poll(() => column(page, 'In progress').getAttribute('data-drop')).toBe('over')
    await changeIncident(scope, incident!.id, { stateId: resolved.id })
    await cards(page, 'Resolved').getByText('Door jams').waitFor()
    await page.mouse.move(5, 5, { steps: 5 })
    await page.mouse.up()
    await page.mouse.move(10, 10)
    await expect.poll(() => column(page, 'In progress').getAttribute('data-drop')).toBeNull()
  })

  test('a workflow state added while the board is open appears as a column with its incidents', async () => {
    const { page, scope, key } = await boardWith('Door jams')
    const stateId = await addState(scope, 'Waiting for parts')
    const [incident] = await listExternally(key)
    await changeIncident(scope, incident!.id, { stateId })
    await expect
      .poll(() => cards(page, 'Waiting for parts').allTextContents())
      .toEqual([expect.stringContaining('Door jams')])
  })

  test('an incident created through the external API appears on an open board', async () => {
    const { page, key } = await boardWith('Before')
    await createExternally(key, { name: 'From outside' })
    await expect.poll(() => cards(page, 'Open').count()).toBe(2)
    await expect.poll(() => cards(page, 'Open').first().textContent()).toContain('From outside')
  })
})

test('the board shows placeholder columns while the workflow states load', async () => {
  const { member } = await newOrganization()
  const page = await open('/overview', { as: member })
  const states = await delayRequests(page, 'GET', '**/workflow-states')
  await page.goto('/board')
  await states.hasStarted
  const board = page.getByRole('region', { name: 'Incidents by state' })
  await expect.poll(() => board.locator('> [aria-hidden=true]').count()).toBe(4)
  states.release()
  await board.getByRole('heading', { level: 2 }).first().waitFor()
})

test('a board column with 120 incidents loads 100 first, and a button loads the other 20', async () => {
  const { key, scope, member } = await newOrganization()
  await multiplyIncident(scope, await createExternally(key, { name: 'Copy 0' }), 119)
  const page = await open('/board', { as: member })
  await column(page, 'Open').getByText('120', { exact: true }).waitFor()
  await expect.poll(() => cards(page, 'Open').count()).toBe(100)
  await page.getByRole('button', { name: 'Show 20 more' }).click()
  await expect.poll(() => cards(page, 'Open').count()).toBe(120)
  await page.getByRole('button', { name: /^Show/ }).waitFor({ state: 'detached' })
})

test('the board stores its filters in the URL, and “As list” opens the incident list with the same filters', async () => {
  const { scope, key, member } = await newOrganization()
  const harbour = await addLocation(scope, { name: 'Harbour Street' })
  await createExternally(key, { name: 'Here', locationId: harbour.id })
  await createExternally(key, { name: 'Elsewhere' })
  const page = await open(`/board?locationId=${harbour.id}`, { as: member })
  await card(page, 'Here').getByText('Harbour Street').waitFor()
  expect(await card(page, 'Elsewhere').count()).toBe(0)
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Open', exact: true }).click()
  await column(page, 'Closed').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'As list' }).click()
  await page.waitForURL(/\/incidents\?.*locationId=/)
  await page.getByRole('grid', { name: 'Incidents' }).getByRole('link', { name: 'Here' }).waitFor()
})

describe.each(['desktop', 'phone'] as const)('the board on a %s', (screen) => {
  test.each(['light', 'dark'] as const)(
    'the board has no accessibility violation in the %s colour scheme',
    async (colorScheme) => {
      const { key, member } = await newOrganization()
      for (const priority of ['CRITICAL', 'MAJOR', 'NORMAL', 'MINOR'] as const)
        await createExternally(key, { name: `A ${priority} one`, priority })
      const page = await open('/board', { as: member, screen, colorScheme })
      await expect.poll(() => cards(page, 'Open').count()).toBe(4)
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
    },
  )
})

test('an empty board on a phone has no accessibility violation and scrolls sideways by keyboard', async () => {
  const page = await open('/board', { as: (await newOrganization()).member, screen: 'phone' })
  await column(page, 'Closed').getByText('Nothing here').waitFor()
  await expectNoAxeViolations(page)
  const board = page.getByRole('region', { name: 'Incidents by state' })
  await board.press('ArrowRight')
  await expect.poll(() => board.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
})

test('the menu of a card moves the card to another state on a phone', async () => {
  const { key, member } = await newOrganization()
  await createExternally(key, { name: 'Door jams' })
  const page = await open('/board', { as: member, screen: 'phone' })
  await page.getByRole('button', { name: 'Move Door jams to…' }).tap()
  await page.getByRole('menuitem', { name: 'In progress' }).tap()
  await cards(page, 'In progress').getByText('Door jams').waitFor()
  await expect.poll(() => cards(page, 'Open').count()).toBe(0)
})

test('the board shows no incident of another organization', async () => {
  const { key } = await newOrganization()
  await createExternally(key, { name: 'Theirs' })
  const page = await open('/board', { as: (await newOrganization()).member })
  await column(page, 'Open').getByText('Nothing here').waitFor()
  expect(await page.getByRole('listitem').filter({ hasText: 'Theirs' }).count()).toBe(0)
})
