import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { optionalColumns } from '../src/incidents/list/table/table-display.ts'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addUser } from '../../server/src/directory/users/add.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { focusedText, hasFocus } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { demoAdministrator } from './support/organization.ts'
import { slowTimers } from './support/slow-timers.ts'
import { expectNames, filters, incidentLists, newestFirst } from './support/incident-list.ts'

const { open, newOrganization, member, harbour, door, openList } = await incidentLists()

describe('rows of the incident list', () => {
  test('a row of the list shows the main fields of the incident and the exact time as a tooltip', async () => {
    const page = await openList()
    await expectNames(page, newestFirst)
    const row = rowsOf(page).filter({ hasText: 'Freezer warm' })
    await row.getByText('Harbour Street').waitFor()
    await expect
      .poll(() => row.getByRole('gridcell').allTextContents())
      .toEqual([
        '',
        'Critical',
        expect.stringMatching(/^#\d+ Freezer warm$/),
        'Open',
        '',
        'Harbour Street',
        'Unassigned',
        expect.stringMatching(/^(now|.* ago)$/),
      ])
    await expect.poll(() => row.locator('time').getAttribute('title')).toMatch(/\d{4}, \d\d:\d\d/)
    await page.getByText('4 incidents', { exact: true }).waitFor()
  })
})

const long = (kind: string) => `${kind} with a name that is far too long for the column in which it stands`

test('truncated cells of the list show their full text as a tooltip and to screen readers', async () => {
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
  for (const kind of ['Type', 'Store', 'Person']) {
    const cell = page.getByRole('gridcell', { name: long(kind), exact: true })
    await cell.waitFor()
    expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
    expect(await titleAt(page, cell)).toContain(long(kind))
  }
  expect(await titleAt(page, page.getByRole('gridcell').last())).toMatch(/\d{4}, \d\d:\d\d/)
  await expectNoAxeViolations(page)
})

/**
 * Returns the tooltip that a user sees with the mouse pointer over the centre of the cell; the empty text if there is
 * no tooltip.
 */
async function titleAt(page: Page, cell: Locator): Promise<string> {
  const { x, y, width, height } = (await cell.boundingBox())!
  return page.evaluate(
    ([left, top]) => document.elementFromPoint(left, top)?.closest<HTMLElement>('[title]')?.title ?? '',
    [x + width / 2, y + height / 2] as const,
  )
}

describe('searching the incident list', () => {
  test('the search finds names and tags during typing and ignores case, and one step back in the browser removes the search', async () => {
    const page = await openList()
    await page.keyboard.press('/')
    await page.keyboard.type('ENTR')
    await expectNames(page, ['Door jams'])
    await page.waitForURL('**/incidents?q=ENTR')
    await page.goBack()
    await expectNames(page, newestFirst)
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
  })

  test('the search field keeps a letter that is typed while a search changes the URL', async () => {
    const page = await openList()
    const field = page.getByRole('searchbox')
    await field.focus()
    const shown = await field.evaluateHandle(typeWhenAddressChanges)
    await page.keyboard.type('doo')
    await page.waitForURL('**/incidents?q=door')
    await expectNames(page, ['Door jams'])
    expect([...new Set(await shown.jsonValue())]).toEqual(['door'])
  })

  test('a search without a match shows a button that clears the filters', async () => {
    const page = await openList()
    await page.getByRole('searchbox').fill('nothing is called this')
    await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('main').getByRole('button', { name: 'Clear all' }).last().click()
    await expectNames(page, newestFirst)
  })
})

/**
 * Types the letter “r” into the field when the search changes the URL.
 * @returns the values that the field shows after this letter, one for each animation frame
 */
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

describe('sorting the incident list', () => {
  test('the column headers sort the list by one or two columns, and show the direction and the rank of each', async () => {
    const page = await openList()
    const head = (name: string) => page.getByRole('columnheader', { name })
    await head('Priority').getByRole('button').click()
    await expectNames(page, ['Freezer warm', 'Aisle wet', 'Lamp out', 'Door jams'])
    await expect.poll(() => head('Priority').getAttribute('aria-sort')).toBe('descending')
    await head('Name')
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await page.waitForURL('**/incidents?sort=-priority%2Cname')
    await expect.poll(() => head('Name').getAttribute('aria-sort')).toBe('ascending')
    await expect.poll(() => head('Name').textContent()).toBe('Name2')
    await head('Priority').getByRole('button').click()
    await page.waitForURL('**/incidents?sort=priority')
    await expectNames(page, ['Door jams', 'Lamp out', 'Aisle wet', 'Freezer warm'])
  })

  test('the sort menu sorts the list on a phone, which shows no column headers', async () => {
    const page = await openList('/incidents', 'phone')
    await page.getByRole('button', { name: 'Sort: Created' }).tap()
    await page.getByRole('menuitem', { name: 'Created newest first' }).tap()
    await page.getByRole('menuitem', { name: 'Created oldest first' }).tap()
    await page.getByRole('menuitem', { name: 'Name not sorted by' }).tap()
    await page.waitForURL('**/incidents?sort=-createdAt%2Cname')
  })
})

describe('the incident list by keyboard', () => {
  test('the keys j and k focus rows, Enter opens the incident of the focused row, and the Back button returns to this row', async () => {
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

  test('all rows of the list together are one Tab stop, and the key x selects the focused row', async () => {
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

  test('a filter value can be found and chosen by keyboard, even if the user types faster than the page reacts', async () => {
    const page = await openList()
    await slowTimers(page)
    await filters(page).getByRole('button', { name: 'Priority', exact: true }).press('Enter')
    await page.keyboard.type('maj')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expectNames(page, ['Aisle wet', 'Lamp out'])
    await expect.poll(() => focusedText(page)).toBe('Priority: Major')
  })

  test('a filter opened by keyboard highlights its first value', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'Location', exact: true }).press('ArrowDown')
    await expect.poll(() => page.locator('[data-combobox-selected]').allTextContents()).toEqual(['Harbour Street'])
    await expectNoAxeViolations(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expectNames(page, ['Aisle wet', 'Freezer warm'])
  })

  test('the key ? lists the shortcuts of the incident list, and c opens the report form', async () => {
    const page = await openList()
    await page.keyboard.press('Shift+?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const action of ['Search', 'Next incident', 'Previous incident', 'Open the incident', 'Select the incident'])
      await help.getByText(action, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await page.waitForURL('**/incidents/new')
  })
})

describe.each(['desktop', 'phone'] as const)('the incident list on a %s', (screen) => {
  test.each(['light', 'dark'] as const)(
    'the incident list has no accessibility violation in the %s colour scheme',
    async (colorScheme) => {
      const page = await open('/incidents?priority=MAJOR', { as: member, screen, colorScheme })
      await expectNames(page, ['Aisle wet', 'Lamp out'])
      await page.getByRole('checkbox', { name: 'Select Lamp out' }).click()
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
    },
  )
})

test('on a phone, the incident list has its filters in a drawer and fits the screen', async () => {
  const page = await openList('/incidents', 'phone')
  await page.getByRole('button', { name: 'Filters' }).tap()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByRole('button', { name: 'Priority' }).tap()
  await page.getByRole('option', { name: 'Critical' }).tap()
  await page.waitForURL(/priority=/)
  // Wait until the filtered rows are loaded, because the list dims the previous rows until then.
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Show the incidents' }).tap()
  await drawer.waitFor({ state: 'detached' })
  await expectNames(page, ['Freezer warm'])
  await rowsOf(page).getByText('Harbour Street').waitFor()
  await expectNoSidewaysScroll(page)
})

test.each([768, 959, 960, 1024, 1100])('the incident list fits into a window %i pixels wide', async (width) => {
  const page = await openList()
  await page.setViewportSize({ width, height: 768 })
  await expectNoSidewaysScroll(page)
  // Location, state and time of creation must be visible in a window of each width.
  for (const column of ['locationId', 'state', 'createdAt'])
    expect(await rowsOf(page).first().locator(`[data-column=${column}]`).isVisible()).toBe(true)
})

test.each([
  ['the open incidents', () => 'state=open'],
  ['one location', () => `locationId=${harbour.id}`],
  ['open incidents of one priority', () => 'state=open&priority=MINOR'],
])(
  'in a window 1024 pixels wide, the search field beside the filters for %s is at least 180 pixels wide',
  async (_, search) => {
    const page = await openList()
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(`/incidents?${search()}`)
    await rowsOf(page).first().waitFor()
    const field = (await page.getByRole('searchbox').boundingBox())!
    const more = (await filters(page).getByRole('button', { name: 'More filters' }).boundingBox())!
    expect(field.width).toBeGreaterThanOrEqual(180)
    expect(more.y).toBeCloseTo(field.y, 0)
    await expectNoAxeViolations(page)
  },
)

test.each([
  ['three', () => `state=open&priority=MAJOR&locationId=${harbour.id}`],
  ['four', () => `state=open&priority=MAJOR&locationId=${harbour.id}&assigneeId=me`],
])('in a window 1024 pixels wide, %s chosen filters are in one line with the search field', async (_, search) => {
  const page = await openList()
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/incidents?${search()}`)
  await filters(page).getByRole('button', { name: 'Location: Harbour Street', exact: true }).waitFor()
  const field = (await page.getByRole('searchbox').boundingBox())!
  for (const name of ['More filters', 'Sort: Created', 'Rows and columns']) {
    const button = (await page.getByRole('button', { name }).boundingBox())!
    expect(button.y).toBeCloseTo(field.y, 0)
  }
  await expectNoAxeViolations(page)
})

test('JavaScript in names of incidents and locations is shown as text in the list and never runs', async () => {
  const own = await newOrganization()
  const name = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'
  await addLocation(own.scope, { name })
  await createExternally(own.key, { name, tags: [name], externalId: name })
  const page = await open(`/incidents?tags=${encodeURIComponent(name)}`, { as: own.member })
  await expectNames(page, [name])
  await page.getByRole('button', { name: 'Location', exact: true }).click()
  await page.getByRole('option', { name }).waitFor()
  await page.goto('/board')
  await page.getByRole('link', { name }).waitFor()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('the list shows no incident or location of another organization, and explains that there are no incidents', async () => {
  const { member: outsider } = await newOrganization()
  const page = await open(`/incidents`, { as: outsider })
  await page.getByRole('heading', { name: 'No incidents yet' }).waitFor()
  await page.getByText('0 incidents', { exact: true }).waitFor()
  await expectNoAxeViolations(page)
  await page.goto(`/incidents?locationId=${harbour.id}`)
  await page.getByRole('button', { name: 'Remove filter location: unknown' }).waitFor()
  await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
})

test('the incident list of the demo shows the 200 incidents of the demo', async () => {
  const page = await open('/incidents', { as: demoAdministrator() })
  await page.getByText('200 incidents', { exact: true }).waitFor()
  await rowsOf(page).getByText('Deliveries').first().waitFor()
})

test('an incident list that failed to load appears after a retry', async () => {
  const page = await openList()
  await page.route('**/api/console/incidents?*', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.getByRole('searchbox').fill('lamp')
  await page.getByRole('alert').getByText('Couldn’t load incidents').waitFor()
  await page.unroute('**/api/console/incidents?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectNames(page, ['Lamp out'])
})

test('the list page shows each violation of a rejected request exactly once', async () => {
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

test('users choose the columns and the height of the rows, and the browser remembers the choice', async () => {
  const { key, member: viewer } = await newOrganization()
  await createExternally(key, { name: 'Door jams', tags: ['door', 'urgent'], externalId: 'TILL-7' })
  const page = await open('/incidents', { as: viewer })
  const row = rowsOf(page)
  await row.getByText('Door jams').waitFor()
  const height = () => row.evaluate((element) => element.getBoundingClientRect().height)
  const heads = () => page.getByRole('columnheader').allInnerTexts()
  expect(await height()).toBe(36)
  expect(await heads()).toEqual(['', 'Priority', 'Name', 'State', 'Type', 'Location', 'Assignee', 'Created'])

  await page.getByRole('button', { name: 'Rows and columns' }).click()
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click()
  for (const name of ['Priority', 'Type', 'Location', 'Assignee', 'Tags', 'External id'])
    await page.getByRole('menuitemcheckbox', { name }).click()
  await page.reload()
  await row.getByText('door, urgent').waitFor()
  await row.getByText('TILL-7').waitFor()
  expect(await height()).toBe(48)
  expect(await heads()).toEqual(['', 'Name', 'State', 'Tags', 'External id', 'Created'])
})

test('in a list with all columns, each column has room for words', async () => {
  const { key, member: viewer } = await newOrganization()
  await createExternally(key)
  const page = await open('about:blank', { as: viewer })
  await page.addInitScript((columns) => {
    localStorage.setItem('tocsin-list-display', JSON.stringify({ density: 'compact', columns }))
  }, optionalColumns)
  await page.goto('/incidents')
  await rowsOf(page).getByText('Freezer 3 is warm').waitFor()
  const heads = page.getByRole('columnheader').filter({ hasText: /./ })
  const widths = await heads.evaluateAll((all) => all.map((head) => head.clientWidth))
  expect(widths).toHaveLength(optionalColumns.length + 1)
  expect(Math.min(...widths)).toBeGreaterThan(32)
})
