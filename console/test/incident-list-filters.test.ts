import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInAs } from '../../server/test/support/console.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { hasFocus, serverUrl } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { expectNames, filters, incidentLists, newestFirst } from './support/incident-list.ts'

const { open, newOrganization, colleague, harbour, openList } = await incidentLists()

/** Opens a filter of the incident list with the mouse and chooses a value of the filter. */
async function choose(page: Page, filter: string, value: string) {
  await filters(page).getByRole('button', { name: filter, exact: true }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
  await page.keyboard.press('Escape')
}

describe('filters in the URL', () => {
  test('each chosen filter is added to the URL, and each step back in the browser removes one filter', async () => {
    const page = await openList()
    await choose(page, 'Priority', 'Major')
    await expectNames(page, ['Aisle wet', 'Lamp out'])
    await choose(page, 'Location', 'Harbour Street')
    await expectNames(page, ['Aisle wet'])
    expect(new URL(page.url()).search).toBe(`?priority=MAJOR&locationId=${harbour.id}`)
    await page.getByText('1 incident', { exact: true }).waitFor()
    await page.goBack()
    await expectNames(page, ['Aisle wet', 'Lamp out'])
    await page.goBack()
    await expectNames(page, newestFirst)
    await page.goForward()
    await expectNames(page, ['Aisle wet', 'Lamp out'])
  })

  test('the filter values “All open” and “All closed” set `state` in the URL, and a single state sets `stateId`', async () => {
    const tenant = await newOrganization()
    const staff = await signInAs(serverUrl(), tenant.scope, 'member')
    const { body } = await staff.call<{ data: WorkflowState[] }>('GET', '/workflow-states')
    const final = body.data.find(({ isFinal }) => isFinal)!
    const inProgress = body.data.find(({ name }) => name === 'In progress')!
    const closed = await createExternally(tenant.key, { name: 'Closed one' })
    await staff.call('PATCH', `/incidents/${closed.id}`, { body: { stateId: final.id } })
    await createExternally(tenant.key, { name: 'Open one' })
    const page = await open('/incidents', { as: tenant.member })
    await expectNames(page, ['Open one', 'Closed one'])
    const chosen = () => [...new URL(page.url()).searchParams]
    const ticked = () => page.getByRole('option', { checked: true }).allTextContents()

    await filters(page).getByRole('button', { name: 'State' }).press('Enter')
    await page.keyboard.type('all open')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectNames(page, ['Open one'])
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
    await expectNames(page, ['Closed one'])
    expect(chosen()).toEqual([['state', 'closed']])
  })

  test('a URL restores the filters of the list, and each filter has a button that removes it', async () => {
    const page = await openList(`/incidents?assigned=false&tags=entrance&q=door&sort=name&startAt=2020-01-01T00:00:00Z`)
    await expectNames(page, ['Door jams'])
    await page.getByRole('button', { name: 'Clear the search' }).click()
    for (const chip of ['Tag: entrance', 'Assignee: Unassigned'])
      await page.getByRole('button', { name: `Remove filter ${chip}` }).click()
    await expectNames(page, ['Aisle wet', 'Door jams', 'Freezer warm', 'Lamp out'])
    await page.getByRole('button', { name: /^Remove filter Changed from 1 Jan 2020/ }).click()
    await page.waitForURL('**/incidents?sort=name')
  })

  test('removing a filter by keyboard focuses the next filter, else the button of the removed filter, else the search field', async () => {
    const page = await openList('/incidents?assigned=false&tags=entrance&tags=door&q=door')
    const remove = (name: string) => page.getByRole('button', { name: `Remove filter ${name}` })
    await remove('Tag: entrance').press('Enter')
    await remove('Tag: entrance').waitFor({ state: 'detached' })
    expect(await hasFocus(remove('Tag: door'))).toBe(true)
    await page.keyboard.press('Enter')
    await remove('Tag: door').waitFor({ state: 'detached' })
    expect(await hasFocus(page.getByRole('searchbox', { name: 'Search names and tags' }))).toBe(true)
    await remove('Assignee: Unassigned').press('Enter')
    await remove('Assignee: Unassigned').waitFor({ state: 'detached' })
    expect(await hasFocus(page.getByRole('button', { name: 'Assignee', exact: true }))).toBe(true)
  })

  test('the list ignores filters in the URL whose values do not exist', async () => {
    const page = await openList('/incidents?priority=URGENT&typeId=none&assigned=maybe&sort=colour')
    await expectNames(page, newestFirst)
    expect(await page.getByRole('group', { name: 'Active filters' }).count()).toBe(0)
  })

  test('the filters under “More filters” filter the list and are added to the URL', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('combobox', { name: 'External id' }).fill('F-1')
    await page.keyboard.press('Enter')
    await expectNames(page, ['Freezer warm'])
    await page.getByRole('button', { name: 'Reporter' }).click()
    await page.getByRole('option', { name: 'External API auditor' }).click()
    await page.waitForURL(/externalId=F-1&createdBy=|createdBy=.*&externalId=F-1/)
    await expectNames(page, ['Freezer warm'])
    await expectNoAxeViolations(page)
  })

  test('the empty point filter explains that no location is chosen, or that the chosen location has no points', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('button', { name: 'Point', exact: true }).click()
    await page.getByText('Choose a location first').waitFor()

    await page.goto(`/incidents?locationId=${harbour.id}`)
    await expectNames(page, ['Aisle wet', 'Freezer warm'])
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('button', { name: 'Point', exact: true }).click()
    await page.getByText('The chosen location has no points.').waitFor()
  })

  test('the list can be filtered by a recent or a custom period of creation or occurrence, and the URL contains the period', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'More filters' }).click()
    const [created, occurred] = ['Created', 'Occurred'].map((name) => page.getByRole('combobox', { name }))
    await created!.selectOption('Last 7 days')
    await page.waitForURL('**/incidents?createdFrom=last7Days')
    await expectNames(page, newestFirst)
    await page.getByRole('button', { name: 'Remove filter Created in the last 7 days' }).waitFor()
    await expectNoAxeViolations(page)
    await occurred!.selectOption('Custom…')
    await page.getByLabel('Occurred until', { exact: true }).fill('2020-02-29')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByRole('button', { name: /^Remove filter Occurred until 29 Feb 2020/ }).click()
    await expectNames(page, newestFirst)
    await page.getByRole('button', { name: 'More filters (1)' }).click()
    await created!.selectOption('Custom…')
    await page.waitForURL(/createdFrom=20\d\d-/)
    await page.getByRole('combobox', { name: 'Created' }).selectOption('Any time')
    await page.waitForURL('**/incidents')
  })

  test('a day filter is applied once the typed year has four digits, and adds one step to the browser history', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('combobox', { name: 'Changed' }).selectOption('Custom…')
    const from = page.getByLabel('Changed from', { exact: true })
    for (const day of ['0002-03-01', '0020-03-01', '12026-03-01', '2026-03-01', '2026-03-12']) await from.fill(day)
    await page.waitForURL(/startAt=2026-03-1/)
    await page.getByRole('button', { name: /^Remove filter Changed from 12 Mar 2026/ }).waitFor()
    await from.fill('0202-03-01')
    await page.getByLabel('Changed until', { exact: true }).fill('2026-03-31')
    await page.waitForURL(/endAt=2026-0/)
    expect(new URL(page.url()).searchParams.get('startAt')).toContain('2026-03-1')
    await page.goBack()
    await page.goBack()
    await page.waitForURL('**/incidents')
  })

  test('a day field that loses the focus with an invalid year shows the day of the applied filter again', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('combobox', { name: 'Changed' }).selectOption('Custom…')
    const from = page.getByLabel('Changed from', { exact: true })
    await from.fill('0202-03-01')
    await from.blur()
    await expect.poll(() => from.inputValue()).toBe('')
    await from.fill('2026-03-12')
    await page.waitForURL(/startAt=2026-03-1/)
    await from.fill('0202-03-01')
    await page.getByLabel('Changed until', { exact: true }).fill('2026-03-31')
    await page.waitForURL(/endAt=2026-0/)
    await expect.poll(() => from.inputValue()).toBe('2026-03-12')
    expect(new URL(page.url()).searchParams.get('startAt')).toContain('2026-03-1')
  })

  test('the filter “Me” finds incidents assigned to the user, and “Unassigned” finds incidents without an assignee', async () => {
    const page = await openList()
    await choose(page, 'Assignee', 'Unassigned')
    await expectNames(page, ['Aisle wet', 'Freezer warm', 'Door jams'])
    await page.getByRole('button', { name: 'Assignee: Unassigned', exact: true }).click()
    await page.getByPlaceholder('Find an assignee').waitFor()
    await page.getByRole('option', { name: 'Me', exact: true }).click()
    await page.waitForURL('**/incidents?assigneeId=me')
    await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()

    const account = { name: '', email: colleague.user.email, password: colleague.password }
    const theirs = await open('/incidents?assigneeId=me', { as: account })
    await expectNames(theirs, ['Lamp out'])
  })
})

test('if the values of a filter failed to load, the values appear after a retry', async () => {
  const page = await openList()
  const address = '**/api/console/workflow-states'
  await page.route(address, (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.reload()
  await filters(page).getByRole('button', { name: 'State', exact: true }).click()
  await page.getByRole('alert').getByText('Couldn’t load the list').waitFor()
  await expectNoAxeViolations(page)
  await page.unroute(address)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('option', { name: 'Open', exact: true }).waitFor()
})
