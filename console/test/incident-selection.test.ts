import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { addUser } from '../../server/src/directory/users/add.ts'
import { signInAs } from '../../server/test/support/console.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, focusedText, hasFocus, blockLiveUpdates, serverUrl } from './support/browser.ts'
import { bar, moveSelected } from './support/bulk-bar.ts'
import { createExternally, listExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'
import { slowTimers } from './support/slow-timers.ts'
import { saveView } from './support/views.ts'

const open = browser()
const newOrganization = organizations()

/** Creates an organization with three incidents, of which the oldest is closed, and opens the incident list. */
async function openWithThree() {
  const { scope, key, member } = await newOrganization()
  const staff = await signInAs(serverUrl(), scope, 'member')
  const { body } = await staff.call<{ data: { id: string; name: string }[] }>('GET', '/workflow-states')
  const stateNamed = (name: string) => body.data.find((state) => state.name === name)!.id
  const closed = await createExternally(key, { name: 'Closed one' })
  await staff.call('PATCH', `/incidents/${closed.id}`, { body: { stateId: stateNamed('Closed') } })
  for (const name of ['Second', 'Third']) await createExternally(key, { name })
  const page = await open('/incidents', { as: member })
  await rowsOf(page).first().waitFor()
  return { page, key, closed, staff, stateNamed }
}

describe('selected incidents', () => {
  test('a click with Shift selects a range of incidents, which can move to another state together', async () => {
    const { page, key, stateNamed } = await openWithThree()
    await page.getByRole('checkbox', { name: 'Select Third' }).click()
    await page.getByRole('checkbox', { name: 'Select Second' }).click({ modifiers: ['Shift'] })
    await page.getByText('2 selected').waitFor()
    await bar(page).getByRole('button', { name: 'Move to…' }).click()
    await expectNoAxeViolations(page)
    await page.getByRole('option', { name: 'Resolved' }).click()
    await page.getByText('2 incidents moved to Resolved').waitFor()
    await bar(page).waitFor({ state: 'detached' })
    await expect.poll(() => rowsOf(page).getByText('Resolved').count()).toBe(2)
    const states = (await listExternally(key)).map(({ name, stateId }) => [name, stateId])
    expect(states).toEqual([
      ['Third', stateNamed('Resolved')],
      ['Second', stateNamed('Resolved')],
      ['Closed one', stateNamed('Closed')],
    ])
  })

  test('selected incidents that cannot move to the chosen state are listed and stay selected', async () => {
    const { page, key, stateNamed } = await openWithThree()
    await page.getByRole('checkbox', { name: 'Select all loaded incidents' }).click()
    await moveSelected(page, 'In progress for 2 of 3')
    const summary = page.getByRole('dialog', { name: '1 incident wasn’t changed' })
    const rejected = summary.getByRole('row').filter({ hasText: 'Closed one' })
    expect((await rejected.getByRole('cell').last().textContent())!.length).toBeGreaterThan(10)
    await page.getByText('2 incidents moved to In progress').waitFor()
    await expectNoAxeViolations(page)
    await summary.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('1 selected').waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Select Closed one' }).isChecked()).toBe(true)
    const states = (await listExternally(key)).map(({ stateId }) => stateId)
    expect(states).toEqual(['In progress', 'In progress', 'Closed'].map(stateNamed))
  })

  test('a bulk assignment lists the name of a selected incident that was deleted before the assignment', async () => {
    const { page, closed, staff } = await openWithThree()
    // Block live updates, because they would remove the row of the deleted incident before the bulk change.
    await blockLiveUpdates(page)
    await page.reload()
    await expect.poll(() => page.locator('[data-row-id]').count()).toBe(3)
    await page.getByRole('checkbox', { name: 'Select all loaded incidents' }).click()
    await staff.call('DELETE', `/incidents/${closed.id}`)
    await bar(page).getByRole('button', { name: 'Assign…' }).click()
    await page.getByRole('option', { name: staff.user.name }).click()
    const summary = page.getByRole('dialog', { name: '1 incident wasn’t changed' })
    await expect.poll(() => page.locator('[data-row-id]').count()).toBe(2)
    await summary.getByRole('row').filter({ hasText: 'Closed one' }).waitFor()
  })

  test('a bulk change applies to the incidents that were selected when it began, even if some are deselected later', async () => {
    const { page } = await openWithThree()
    await page.getByRole('checkbox', { name: 'Select all loaded incidents' }).click()
    const change = await delayRequests(page, 'POST', '**/api/console/incidents/bulk-change')
    await moveSelected(page, 'Resolved')
    await change.hasStarted
    await bar(page).getByText('Moving…').waitFor()
    await expectNoAxeViolations(page)
    for (const name of ['Select Third', 'Select Second', 'Select Closed one']) {
      await page.getByRole('checkbox', { name }).click()
      await expect.poll(() => page.getByRole('checkbox', { name }).isChecked()).toBe(false)
    }
    await bar(page).getByText('Moving…').waitFor()
    change.release()
    await page.getByText('2 incidents moved to Resolved').waitFor()
    await page.getByText('1 selected').waitFor()
  })

  test('incidents selected while a bulk change runs stay selected', async () => {
    const { page } = await openWithThree()
    await page.getByRole('checkbox', { name: 'Select Third' }).click()
    const change = await delayRequests(page, 'POST', '**/api/console/incidents/bulk-change')
    await moveSelected(page, 'Resolved')
    await change.hasStarted
    await page.getByRole('checkbox', { name: 'Select Second' }).click()
    change.release()
    await page.getByText('1 incident moved to Resolved').waitFor()
    await page.getByText('1 selected').waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Select Second' }).isChecked()).toBe(true)
  })

  test('incidents that a bulk change leaves unchanged are reported even after the user left the list', async () => {
    const { page } = await openWithThree()
    await page.getByRole('checkbox', { name: 'Select all loaded incidents' }).click()
    const change = await delayRequests(page, 'POST', '**/api/console/incidents/bulk-change')
    await moveSelected(page, 'In progress')
    await change.hasStarted
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    change.release()
    const notice = page.getByRole('alert').filter({ hasText: '1 incident wasn’t changed' })
    await notice.getByText('Closed one: ').waitFor()
    await expectNoAxeViolations(page)
  })

  test('selected incidents can be assigned together and unassigned together', async () => {
    const { page, key, staff } = await openWithThree()
    const assign = async (name: string) => {
      await page.getByRole('checkbox', { name: 'Select all loaded incidents' }).click()
      await bar(page).getByRole('button', { name: 'Assign…' }).click()
      await page.getByRole('option', { name }).click()
      await bar(page).waitFor({ state: 'detached' })
    }
    await assign(staff.user.name)
    await page.getByText(`3 incidents assigned to ${staff.user.name}`).waitFor()
    expect((await listExternally(key)).map(({ assigneeId }) => assigneeId)).toEqual(Array(3).fill(staff.user.id))
    await assign('Unassigned')
    await page.getByText('3 incidents unassigned').waitFor()
    expect((await listExternally(key)).map(({ assigneeId }) => assigneeId)).toEqual([null, null, null])
  })

  test('a bulk change sets the priority of the selected incidents, and reports those that were already deleted', async () => {
    const { page, key, closed, staff } = await openWithThree()
    // Block live updates, because they would remove the row of the deleted incident before the bulk change.
    await page.route('**/api/console/events', (route) => route.fulfill({ status: 429 }))
    await page.reload()
    await expect.poll(() => rowsOf(page).count()).toBe(3)
    await page.getByRole('checkbox', { name: 'Select all loaded incidents' }).click()
    await staff.call('DELETE', `/incidents/${closed.id}`)
    await expectNoAxeViolations(page)
    await bar(page).getByRole('button', { name: 'Priority…' }).press('Enter')
    await page.keyboard.type('Major')
    await page.keyboard.press('Enter')
    await page.getByText('Priority of 2 incidents is now Major').waitFor()
    const summary = page.getByRole('dialog', { name: '1 incident wasn’t changed' })
    await summary.getByRole('row').filter({ hasText: 'Closed one' }).waitFor()
    expect((await listExternally(key)).map(({ priority }) => priority)).toEqual(['MAJOR', 'MAJOR'])
  })

  test('a bulk change of the priority works on a phone 320 px wide', async () => {
    const { key, member } = await newOrganization()
    await createExternally(key, { name: 'Leak' })
    const page = await open('/incidents', { as: member, screen: 'phone' })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('checkbox', { name: 'Select Leak' }).tap()
    // Check the page before the menu is open, because the menu covers parts of the rows.
    await expectNoAxeViolations(page)
    await bar(page).getByRole('button', { name: 'Priority…' }).tap()
    await page.getByRole('option', { name: 'Critical' }).waitFor()
    await expectNoSidewaysScroll(page)
    await page.getByRole('option', { name: 'Critical' }).tap()
    await page.getByText('Priority of 1 incident is now Critical').waitFor()
  })

  test('Enter assigns the selected incidents to the highlighted user, even if a search has just shortened the list of users', async () => {
    const { scope, key, member } = await newOrganization()
    const [, , cora] = await Promise.all(
      ['Anna Alt', 'Bert Neu', 'Cora Neu'].map((name) =>
        addUser(scope, { name, email: `${randomUUID()}@example.com`, role: 'member', password: undefined }),
      ),
    )
    await createExternally(key, { name: 'Leak' })
    const page = await open('/incidents', { as: member })
    await page.getByRole('checkbox', { name: 'Select Leak' }).click()
    const button = bar(page).getByRole('button', { name: 'Assign…' })
    await button.press('Enter')
    const highlighted = page.locator('[data-combobox-selected]')
    await page.getByRole('option', { name: 'Cora Neu' }).waitFor()
    await expect
      .poll(async () => {
        if ((await highlighted.allTextContents()).includes('Cora Neu')) return true
        await page.keyboard.press('ArrowDown')
        return false
      })
      .toBe(true)
    await slowTimers(page)
    await page.keyboard.type('Neu')
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Bert Neu', 'Cora Neu', 'Unassigned'])
    await page.keyboard.press('Enter')
    await page.getByText('1 incident assigned to Cora Neu').waitFor()
    expect((await listExternally(key)).map(({ assigneeId }) => assigneeId)).toEqual([cora])
  })

  test('if a colleague deletes the incident of the focused row, the key j focuses the next row', async () => {
    const { page, staff } = await openWithThree()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect.poll(() => focusedText(page)).toBe('Second')
    const second = await page.evaluate(
      () => document.activeElement?.closest<HTMLElement>('[data-row-id]')?.dataset.rowId,
    )
    await staff.call('DELETE', `/incidents/${second}`)
    await expect.poll(() => rowsOf(page).count()).toBe(2)
    await page.keyboard.press('j')
    await expect.poll(() => focusedText(page)).toBe('Closed one')
  })

  test('if the states and users for a bulk change failed to load, the menus contain them after a retry', async () => {
    const { page, staff } = await openWithThree()
    const addresses = ['**/api/console/workflow-states', '**/api/console/users?*']
    for (const address of addresses) await page.route(address, (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.reload()
    await page.getByRole('checkbox', { name: 'Select Third' }).click()
    await bar(page).getByRole('button', { name: 'Move to…' }).click()
    const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' })
    await retry.waitFor()
    await expectNoAxeViolations(page)
    await page.unroute(addresses[0]!)
    await retry.click()
    await page.getByRole('option', { name: 'In progress' }).waitFor()
    await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'Find a state' }))).toBe(true)
    await page.keyboard.press('Escape')

    await bar(page).getByRole('button', { name: 'Assign…' }).click()
    await page.getByRole('alert').getByText('Couldn’t load the list').waitFor()
    await expectNoAxeViolations(page)
    await page.unroute(addresses[1]!)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('option', { name: staff.user.name }).waitFor()
  })

  test('the selection stays when the user saves the filters as a view', async () => {
    const { page } = await openWithThree()
    await page.getByRole('searchbox').fill('second')
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await page.getByRole('checkbox', { name: 'Select Second' }).click()
    await saveView(page, 'Seconds')
    expect(await page.getByRole('checkbox', { name: 'Select Second' }).isChecked()).toBe(true)
  })

  test('changing the filters of the list clears the selection', async () => {
    const { page } = await openWithThree()
    await page.getByRole('checkbox', { name: 'Select Third' }).click()
    await page.getByRole('searchbox').fill('second')
    await bar(page).waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('')
    await expect.poll(() => rowsOf(page).count()).toBe(3)
    await expect.poll(() => page.getByRole('checkbox', { name: 'Select Third' }).isChecked()).toBe(false)
  })
})

test('the CSV export has the filters and the sort order of the list, and formulas are exported as text', async () => {
  const { key, member } = await newOrganization()
  for (const [name, priority] of [
    ['=HYPERLINK("http://example.com")', 'MAJOR'],
    ['Door jams', 'MAJOR'],
    ['Left out', 'MINOR'],
  ] as const)
    await createExternally(key, { name, priority })
  const page = await open('/incidents?priority=MAJOR&sort=name', { as: member })
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as CSV', exact: true }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^incidents-\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...rows] = (await buffer(await download.createReadStream())).toString().trimEnd().split('\r\n')
  expect(head).toMatch(/^\uFEFFID,Number,Name,/)
  expect(rows).toHaveLength(2)
  // The cell must begin with an apostrophe, so that a spreadsheet reads the cell as text instead of a formula.
  expect(rows[0]).toContain(`,"'=HYPERLINK(""http://example.com"")",`)
  expect(rows[1]).toContain(',Door jams,')
  expect(rows[1]).toContain(',Major,')
  await page.getByRole('button', { name: 'More actions' }).click()
  const downloadingOther = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as CSV with semicolons' }).click()
  const other = (await buffer(await (await downloadingOther).createReadStream())).toString()
  expect(other).toMatch(/^\uFEFFID;Number;Name;/)
})
