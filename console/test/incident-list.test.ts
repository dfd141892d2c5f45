import { randomUUID } from 'node:crypto'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Locator, Page } from 'playwright-core'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addUser } from '../../server/src/directory/users/add.ts'
import { signInAs } from '../../server/test/support/console.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, focusedText, hasFocus, serverUrl } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { demoAdministrator, organizations } from './support/organization.ts'
import { slowTimers } from './support/slow-timers.ts'

const open = browser()
const newOrganization = organizations()
const { scope, key, member } = await newOrganization()
const colleague = await signInAs(serverUrl(), scope, 'member')
const harbour = await addLocation(scope, { name: 'Harbour Street' })
const door: IncidentResponse = await createExternally(key, { name: 'Door jams', priority: 'MINOR', tags: ['entrance'] })
await createExternally(key, { name: 'Freezer warm', priority: 'CRITICAL', locationId: harbour.id, externalId: 'F-1' })
await createExternally(key, { name: 'Lamp out', priority: 'MAJOR', assigneeId: colleague.user.id })
await createExternally(key, { name: 'Aisle wet', priority: 'MAJOR', locationId: harbour.id })

const namesOf = (page: Page) => rowsOf(page).getByRole('link').allTextContents()
async function shows(page: Page, names: string[]): Promise<void> {
  await expect.poll(() => namesOf(page)).toEqual(names)
  // The previous rows stay until the new ones are loaded, and may have the same names.
  await expect.poll(() => page.locator('[role=grid][aria-busy=true]').count()).toBe(0)
}
const newestFirst = ['Aisle wet', 'Lamp out', 'Freezer warm', 'Door jams']

const openList = async (path = '/incidents', screen: 'desktop' | 'phone' = 'desktop') => {
  const page = await open(path, { as: member, screen })
  await rowsOf(page).first().waitFor()
  return page
}

const filters = (page: Page) => page.getByRole('group', { name: 'Filters' })

/** Chooses one value of a filter with the mouse. */
async function choose(page: Page, filter: string, value: string) {
  await filters(page).getByRole('button', { name: filter, exact: true }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
  await page.keyboard.press('Escape')
}

describe('rows of the list', () => {
  test('a row shows its main fields and the exact time as a tooltip', async () => {
    const page = await openList()
    await shows(page, newestFirst)
    const row = rowsOf(page).filter({ hasText: 'Freezer warm' })
    await row.getByText('Harbour Street').waitFor()
    await expect
      .poll(() => row.getByRole('gridcell').allTextContents())
      .toEqual([
        '',
        'Critical',
        'Freezer warm',
        'Open',
        '',
        'Harbour Street',
        'Unassigned',
        expect.stringMatching(/^(now|.* ago)$/),
      ])
    await expect.poll(() => row.locator('time').getAttribute('title')).toMatch(/\d{4}, \d\d:\d\d/)
    await page.getByText('4 Incidents', { exact: true }).waitFor()
  })
})

const long = (what: string) => `${what} with a name that is far too long for the column in which it stands`

test('truncated cells show their full text as tooltip and to screen readers', async () => {
  const tenant = await newOrganization()
  const [place, typeId, profileId] = [await addLocation(tenant.scope, { name: long('Store') }), uuidv7(), uuidv7()]
  await publishConfiguration(tenant.scope, {
    types: [{ id: typeId, name: long('Type'), active: true, profileId: null }],
    categories: [],
    profiles: [{ id: profileId, name: 'Standard', fields: {} }],
    defaultProfileId: profileId,
  })
  const assigneeId = await addUser(tenant.scope, {
    name: long('Person'),
    email: `${randomUUID()}@example.com`,
    role: 'member',
    password: undefined,
  })
  await createExternally(tenant.key, { name: 'Door jams', typeId, locationId: place.id, assigneeId })
  const page = await open('/incidents', { as: tenant.member })
  for (const what of ['Type', 'Store', 'Person']) {
    const cell = page.getByRole('gridcell', { name: long(what), exact: true })
    await cell.waitFor()
    expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
    expect(await titleAt(page, cell)).toContain(long(what))
  }
  expect(await titleAt(page, page.getByRole('gridcell').last())).toMatch(/\d{4}, \d\d:\d\d/)
  await expectNoAxeViolations(page)
})

/** Returns the tooltip at the centre of a cell: the title of the topmost element there or of its closest ancestor. */
async function titleAt(page: Page, cell: Locator): Promise<string> {
  const { x, y, width, height } = (await cell.boundingBox())!
  return page.evaluate(
    ([left, top]) => document.elementFromPoint(left, top)?.closest<HTMLElement>('[title]')?.title ?? '',
    [x + width / 2, y + height / 2] as const,
  )
}

describe('filters in the address', () => {
  test('each filter goes into the address, and going back undoes one at a time', async () => {
    const page = await openList()
    await choose(page, 'Priority', 'Major')
    await shows(page, ['Aisle wet', 'Lamp out'])
    await choose(page, 'Location', 'Harbour Street')
    await shows(page, ['Aisle wet'])
    expect(new URL(page.url()).search).toBe(`?priority=MAJOR&locationId=${harbour.id}`)
    await page.getByText('1 Incident', { exact: true }).waitFor()
    await page.goBack()
    await shows(page, ['Aisle wet', 'Lamp out'])
    await page.goBack()
    await shows(page, newestFirst)
    await page.goForward()
    await shows(page, ['Aisle wet', 'Lamp out'])
  })

  test('the address has state=open or state=closed for all such incidents, and ids for single states', async () => {
    const tenant = await newOrganization()
    const staff = await signInAs(serverUrl(), tenant.scope, 'member')
    const { body } = await staff.call<{ data: WorkflowState[] }>('GET', '/workflow-states')
    const final = body.data.find(({ isFinal }) => isFinal)!
    const inProgress = body.data.find(({ name }) => name === 'In progress')!
    const closed = await createExternally(tenant.key, { name: 'Closed one' })
    await staff.call('POST', `/incidents/${closed.id}/transition`, { body: { stateId: final.id } })
    await createExternally(tenant.key, { name: 'Open one' })
    const page = await open('/incidents', { as: tenant.member })
    await shows(page, ['Open one', 'Closed one'])
    const chosen = () => [...new URL(page.url()).searchParams]
    const ticked = () => page.getByRole('option', { checked: true }).allTextContents()

    await filters(page).getByRole('button', { name: 'State' }).press('Enter')
    await page.keyboard.type('all open')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await shows(page, ['Open one'])
    expect(chosen()).toEqual([['state', 'open']])
    await page.getByRole('textbox', { name: 'Find a state' }).fill('')
    await expect.poll(ticked).toEqual(['All open'])
    await expectNoAxeViolations(page)

    await page.getByRole('option', { name: 'In progress' }).click()
    await expect.poll(ticked).toEqual(['In progress'])
    expect(chosen()).toEqual([['stateId', inProgress.id]])
    await page.getByRole('option', { name: 'All open' }).click()
    await expect.poll(ticked).toEqual(['All open'])
    await page.getByRole('option', { name: 'All open' }).click()
    await expect.poll(chosen).toEqual([])
    await page.getByRole('option', { name: 'All closed' }).click()
    await shows(page, ['Closed one'])
    expect(chosen()).toEqual([['state', 'closed']])
  })

  test('an address restores its filters, each with a chip that removes it', async () => {
    const page = await openList(`/incidents?assigned=false&tags=entrance&q=door&sort=name&startAt=2020-01-01T00:00:00Z`)
    await shows(page, ['Door jams'])
    for (const chip of ['Contains: door', 'Tag: entrance', 'Unassigned'])
      await page.getByRole('button', { name: `Remove filter ${chip}` }).click()
    await shows(page, ['Aisle wet', 'Door jams', 'Freezer warm', 'Lamp out'])
    await page.getByRole('button', { name: /^Remove filter Changed from 1 Jan 2020/ }).click()
    await page.waitForURL('**/incidents?sort=name')
  })

  test('removing a chip by keyboard focuses the next chip, then the search', async () => {
    const page = await openList('/incidents?assigned=false&tags=entrance&q=door')
    const chip = (name: string) => page.getByRole('button', { name: `Remove filter ${name}` })
    await chip('Tag: entrance').press('Enter')
    await chip('Tag: entrance').waitFor({ state: 'detached' })
    expect(await hasFocus(chip('Unassigned'))).toBe(true)
    await page.keyboard.press('Enter')
    await chip('Unassigned').waitFor({ state: 'detached' })
    expect(await hasFocus(chip('Contains: door'))).toBe(true)
    await page.keyboard.press('Enter')
    await chip('Contains: door').waitFor({ state: 'detached' })
    expect(await hasFocus(page.getByRole('searchbox', { name: 'Search names and tags' }))).toBe(true)
  })

  test('impossible values in the address are ignored', async () => {
    const page = await openList('/incidents?priority=URGENT&typeId=none&assigned=maybe&sort=colour')
    await shows(page, newestFirst)
    expect(await page.getByRole('group', { name: 'Active filters' }).count()).toBe(0)
  })

  test('the address contains the further filters', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('combobox', { name: 'External id' }).fill('F-1')
    await page.keyboard.press('Enter')
    await shows(page, ['Freezer warm'])
    await page.getByRole('button', { name: 'Reporter' }).click()
    await page.getByRole('option', { name: 'External API auditor' }).click()
    await page.waitForURL(/externalId=F-1&createdBy=|createdBy=.*&externalId=F-1/)
    await shows(page, ['Freezer warm'])
    await expectNoAxeViolations(page)
  })

  test('the point filter explains a missing location and a location without points', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('button', { name: 'Point', exact: true }).click()
    await page.getByText('Choose a Location first').waitFor()

    await page.goto(`/incidents?locationId=${harbour.id}`)
    await shows(page, ['Aisle wet', 'Freezer warm'])
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('button', { name: 'Point', exact: true }).click()
    await page.getByText('The chosen Location has no Points.').waitFor()
  })

  test('a day filter applies once its year has four digits, as one step back', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'More filters' }).click()
    const from = page.getByLabel('Last changed from')
    for (const day of ['0002-03-01', '0020-03-01', '12026-03-01', '2026-03-01', '2026-03-12']) await from.fill(day)
    await page.waitForURL(/startAt=2026-03-1/)
    await page.getByRole('button', { name: /^Remove filter Changed from 12 Mar 2026/ }).waitFor()
    await from.fill('0202-03-01')
    await page.getByLabel('Last changed until').fill('2026-03-31')
    await page.waitForURL(/endAt=2026-0/)
    expect(new URL(page.url()).searchParams.get('startAt')).toContain('2026-03-1')
    await page.goBack()
    await page.goBack()
    await page.waitForURL('**/incidents')
  })

  test('a day field shows the applied filter again when it loses the focus', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'More filters' }).click()
    const from = page.getByLabel('Last changed from')
    await from.fill('0202-03-01')
    await from.blur()
    await expect.poll(() => from.inputValue()).toBe('')
    await from.fill('2026-03-12')
    await page.waitForURL(/startAt=2026-03-1/)
    await from.fill('0202-03-01')
    await page.getByLabel('Last changed until').fill('2026-03-31')
    await page.waitForURL(/endAt=2026-0/)
    await expect.poll(() => from.inputValue()).toBe('2026-03-12')
    expect(new URL(page.url()).searchParams.get('startAt')).toContain('2026-03-1')
  })

  test('the filter “Me” finds the incidents of the signed-in user, and “Unassigned” those of nobody', async () => {
    const page = await openList()
    await choose(page, 'Assignee', 'Unassigned')
    await shows(page, ['Aisle wet', 'Freezer warm', 'Door jams'])
    await page.getByRole('button', { name: 'Assignee (1)' }).click()
    await page.getByPlaceholder('Find an assignee').waitFor()
    await page.getByRole('option', { name: 'Me', exact: true }).click()
    await page.waitForURL('**/incidents?assigneeId=me')
    await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()

    const account = { name: '', email: colleague.user.email, password: colleague.password }
    const theirs = await open('/incidents?assigneeId=me', { as: account })
    await shows(theirs, ['Lamp out'])
  })
})

describe('searching', () => {
  test('searching finds names and tags while typing, ignores case, and is one step back', async () => {
    const page = await openList()
    await page.keyboard.press('/')
    await page.keyboard.type('ENTR')
    await shows(page, ['Door jams'])
    await page.waitForURL('**/incidents?q=ENTR')
    await page.goBack()
    await shows(page, newestFirst)
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
  })

  test('the search shows each letter at once although the address follows later', async () => {
    const page = await openList()
    const field = page.getByRole('searchbox')
    await field.focus()
    const shown = await field.evaluateHandle(typeWhenAddressChanges)
    await page.keyboard.type('doo')
    await page.waitForURL('**/incidents?q=door')
    await shows(page, ['Door jams'])
    expect([...new Set(await shown.jsonValue())]).toEqual(['door'])
  })

  test('a search without a match offers to clear the filters', async () => {
    const page = await openList()
    await page.getByRole('searchbox').fill('nothing is called this')
    await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('main').getByRole('button', { name: 'Clear all' }).last().click()
    await shows(page, newestFirst)
  })
})

describe('sorting', () => {
  test('sorting by headers shows the direction and the order of two keys', async () => {
    const page = await openList()
    const head = (name: string) => page.getByRole('columnheader', { name })
    await head('Priority').getByRole('button').click()
    await shows(page, ['Freezer warm', 'Aisle wet', 'Lamp out', 'Door jams'])
    await expect.poll(() => head('Priority').getAttribute('aria-sort')).toBe('descending')
    await head('Name')
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await page.waitForURL('**/incidents?sort=-priority%2Cname')
    await expect.poll(() => head('Name').getAttribute('aria-sort')).toBe('ascending')
    await expect.poll(() => head('Name').textContent()).toBe('Name2')
    await head('Priority').getByRole('button').click()
    await page.waitForURL('**/incidents?sort=priority')
    await shows(page, ['Door jams', 'Lamp out', 'Aisle wet', 'Freezer warm'])
  })

  test('sorting by menu works on a phone, which has no headers', async () => {
    const page = await openList('/incidents', 'phone')
    await page.getByRole('button', { name: 'Sort: Created' }).tap()
    await page.getByRole('menuitem', { name: 'Created newest first' }).tap()
    await page.getByRole('menuitem', { name: 'Created oldest first' }).tap()
    await page.getByRole('menuitem', { name: 'Name not sorted by' }).tap()
    await page.waitForURL('**/incidents?sort=-createdAt%2Cname')
  })
})

describe('list by keyboard', () => {
  test('j and k move between rows, Enter opens one, and going back returns to it', async () => {
    const page = await openList()
    for (const pressed of ['j', 'j', 'j', 'k']) await page.keyboard.press(pressed)
    await expect.poll(() => focusedText(page)).toBe('Lamp out')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expect.poll(() => focusedText(page)).toBe('Door jams')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/incidents/${door.id}`)
    await page.goBack()
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => focusedText(page)).toBe('Door jams')
  })

  test('the list is one Tab stop, and x selects rows in it', async () => {
    const page = await openList()
    const stops = page.getByRole('grid').locator('tbody :is(a, input)[tabindex="0"]')
    await page.keyboard.press('j')
    await expect.poll(() => stops.count()).toBe(1)
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await page.getByText('3 selected').waitFor()
    await expect.poll(() => stops.count()).toBe(1)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => hasFocus(page.getByRole('checkbox', { name: 'Select Freezer warm' }))).toBe(true)
    await page.keyboard.press('Space')
    await page.getByText('2 selected').waitFor()
  })

  test('a filter value can be found and chosen by fast typing', async () => {
    const page = await openList()
    await slowTimers(page)
    await filters(page).getByRole('button', { name: 'Priority', exact: true }).press('Enter')
    await page.keyboard.type('maj')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await shows(page, ['Aisle wet', 'Lamp out'])
    await expect.poll(() => focusedText(page)).toBe('Priority (1)')
  })

  test('a filter opens with its first value highlighted', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'Location', exact: true }).press('ArrowDown')
    await expect.poll(() => page.locator('[data-combobox-selected]').allTextContents()).toEqual(['Harbour Street'])
    await expectNoAxeViolations(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await shows(page, ['Aisle wet', 'Freezer warm'])
  })

  test('? lists the shortcuts of the list, c opens the report form', async () => {
    const page = await openList()
    await page.keyboard.press('Shift+?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const action of ['Search', 'Next Incident', 'Previous Incident', 'Open the Incident', 'Select the Incident'])
      await help.getByText(action, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await page.waitForURL('**/incidents/new')
  })
})

describe.each(['desktop', 'phone'] as const)('on a %s', (screen) => {
  test.each(['light', 'dark'] as const)('the list has no accessibility violation in %s', async (colorScheme) => {
    const page = await open('/incidents?priority=MAJOR', { as: member, screen, colorScheme })
    await shows(page, ['Aisle wet', 'Lamp out'])
    await page.getByRole('checkbox', { name: 'Select Lamp out' }).click()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
  })
})

test('a phone shows the filters in a drawer and each incident in a few lines', async () => {
  const page = await openList('/incidents', 'phone')
  await page.getByRole('button', { name: 'Filters' }).tap()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByRole('button', { name: 'Priority' }).tap()
  await page.getByRole('option', { name: 'Critical' }).tap()
  await page.waitForURL(/priority=/)
  // The previous rows are dimmed until the filtered ones are loaded.
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Show the Incidents' }).tap()
  await drawer.waitFor({ state: 'detached' })
  await shows(page, ['Freezer warm'])
  await rowsOf(page).getByText('Harbour Street').waitFor()
  await expectNoSidewaysScroll(page)
})

test.each([768, 959, 960, 1024, 1100])('the list is no wider than a window of %i pixels', async (width) => {
  const page = await openList()
  await page.setViewportSize({ width, height: 768 })
  await expectNoSidewaysScroll(page)
  // Location, state and age stay visible at each of these widths.
  for (const column of ['locationId', 'state', 'createdAt'])
    expect(await rowsOf(page).first().locator(`[data-column=${column}]`).isVisible()).toBe(true)
})

test('script in names of the list is shown as text and never runs', async () => {
  const own = await newOrganization()
  const name = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'
  await addLocation(own.scope, { name })
  await createExternally(own.key, { name, tags: [name], externalId: name })
  const page = await open(`/incidents?tags=${encodeURIComponent(name)}`, { as: own.member })
  await shows(page, [name])
  await page.getByRole('button', { name: 'Location', exact: true }).click()
  await page.getByRole('option', { name }).waitFor()
  await page.goto('/board')
  await page.getByRole('link', { name }).waitFor()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('the list shows nothing of another organization, and an empty one shows the next step', async () => {
  const { member: stranger } = await newOrganization()
  const page = await open(`/incidents`, { as: stranger })
  await page.getByRole('heading', { name: 'No Incidents yet' }).waitFor()
  await page.getByText('0 Incidents', { exact: true }).waitFor()
  await expectNoAxeViolations(page)
  await page.goto(`/incidents?locationId=${harbour.id}`)
  await page.getByRole('button', { name: 'Remove filter Location: unknown' }).waitFor()
  await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
})

test("the demo's list shows its incidents", async () => {
  const page = await open('/incidents', { as: demoAdministrator() })
  await page.getByText('200 Incidents', { exact: true }).waitFor()
  await rowsOf(page).getByText('Deliveries').first().waitFor()
})

test('filter values that failed to load can be retried', async () => {
  const page = await openList()
  const address = '**/api/console/workflow-states'
  await page.route(address, (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.reload()
  await filters(page).getByRole('button', { name: 'State', exact: true }).click()
  await page.getByRole('alert').getByText('That did not work').waitFor()
  await expectNoAxeViolations(page)
  await page.unroute(address)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('option', { name: 'Open', exact: true }).waitFor()
})

test('a list that failed to load can be retried', async () => {
  const page = await openList()
  await page.route('**/api/console/incidents?*', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.getByRole('searchbox').fill('lamp')
  await page.getByRole('alert').getByText('That did not work').waitFor()
  await page.unroute('**/api/console/incidents?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await shows(page, ['Lamp out'])
})

test('each violation of a rejected request is listed once', async () => {
  const page = await openList()
  const errors = ['limit', 'sort'].map((parameter) => ({
    parameter,
    code: 'invalid_value',
    message: `No ${parameter}!`,
  }))
  const json = { code: 'invalid_request', detail: 'No limit!', errors }
  await page.route('**/api/console/incidents?*', (route) => route.fulfill({ status: 400, json }))
  await page.getByRole('searchbox').fill('lamp')
  const alert = page.getByRole('alert')
  await alert.getByText('2 things have to change:').waitFor()
  expect(await alert.getByRole('listitem').allInnerTexts()).toEqual(['No limit! limit', 'No sort! sort'])
  expect(await alert.getByText('No limit!').count()).toBe(1)
})

/** Types one more letter as soon as the search changes the address. @returns the values that the field shows from then on. */
function typeWhenAddressChanges(field: Element): string[] {
  const shown: string[] = []
  const record = () => {
    shown.push((field as HTMLInputElement).value)
    requestAnimationFrame(record)
  }
  const push = history.pushState
  history.pushState = (...entry) => {
    history.pushState = push
    push.apply(history, entry)
    document.execCommand('insertText', false, 'r')
    record()
  }
  return shown
}
