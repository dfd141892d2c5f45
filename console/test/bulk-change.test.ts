import type { BulkMessage } from '@tocsin/contract/console/bulk-change.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { countInState } from '../../server/test/support/count-in-state.ts'
import { lockRow } from '../../server/test/support/lock-waits.ts'
import { multiplyIncident } from '../../server/test/support/multiply-incident.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser } from './support/browser.ts'
import { bar, moveSelected } from './support/bulk-bar.ts'
import { createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { demoAdministrator, organizations } from './support/organization.ts'
import { signOut } from './support/sign-in-form.ts'

const open = browser()
const newOrganization = organizations()

/** Opens the list of an organization with 150 open incidents, of which the page loads 100. */
async function openWith150(screen: 'desktop' | 'phone' = 'desktop') {
  const { scope, key, member } = await newOrganization()
  const first = await createExternally(key, { name: 'Copy 0' })
  await multiplyIncident(scope, first, 149)
  const page = await open('/incidents', { as: member, screen })
  await page.getByText('150 incidents', { exact: true }).waitFor()
  await rowsOf(page).first().waitFor()
  return { page, scope, key, member, first }
}

async function selectAllMatching(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all loaded incidents' }).click()
  await bar(page).getByText('100 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Select all 150 that match' }).click()
  await bar(page).getByText('All 150 selected').waitFor()
}

/** Answers bulk changes with these lines, once `when` has resolved. */
const answerWith = (page: Page, lines: BulkMessage[], when = Promise.resolve()) =>
  page.route('**/api/console/incidents/bulk-change*', async (route) => {
    await when
    await route.fulfill({
      contentType: 'application/x-ndjson; charset=utf-8',
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    })
  })

describe('changing all incidents that match', () => {
  test('a bulk change moves all matching incidents, even those that are not loaded, and its undo moves them back', async () => {
    const { page, scope } = await openWith150()
    await selectAllMatching(page)
    await expectNoAxeViolations(page)
    await moveSelected(page, 'Closed')
    await page.getByText('150 incidents moved to Closed.').waitFor()
    await bar(page).waitFor({ state: 'detached' })
    expect(await countInState(scope, 'Closed')).toBe(150)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 150 incidents.').waitFor()
    expect(await countInState(scope, 'Open')).toBe(150)
  })

  test('after all incidents were selected, deselecting a row leaves the other loaded incidents selected', async () => {
    const { page } = await openWith150()
    await selectAllMatching(page)
    await page.getByRole('checkbox', { name: 'Select Copy 149' }).click()
    await bar(page).getByText('99 selected').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Select Copy 148' }).isChecked()).toBe(true)
  })

  test('after a change of the filters, the list does not offer to select all matches before it has counted them', async () => {
    const { page, key } = await openWith150()
    await createExternally(key, { name: 'Door is stuck' })
    await page.getByText('151 incidents', { exact: true }).waitFor()
    const counting = Promise.withResolvers<void>()
    await page.route('**/api/console/incidents/count?*', async (route) => {
      await counting.promise
      await route.continue()
    })
    await page.getByRole('searchbox', { name: 'Search' }).fill('stuck')
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await page.getByRole('checkbox', { name: 'Select Door is stuck' }).click()
    await bar(page).getByText('1 selected').waitFor()
    expect(
      await bar(page)
        .getByRole('button', { name: /that match/ })
        .count(),
    ).toBe(0)
    counting.resolve()
  })

  test('every page shows a running bulk change in exactly one place, and after “Cancel” the exact number of changed incidents', async () => {
    const { page, scope, first } = await openWith150()
    const notice = page.getByRole('region', { name: 'Running change' })
    await selectAllMatching(page)
    // Lock the oldest incident. The bulk change reaches this incident last, and then has to wait.
    await scope.transaction(async (inner) => {
      await lockRow('incidents', first.id)(inner)
      await moveSelected(page, 'Closed')
      await bar(page).getByText('Moving 125 of 150…').waitFor()
      expect(await notice.count()).toBe(0)
      await expectNoAxeViolations(page)
      await page.getByRole('link', { name: 'Board', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
      await notice.getByText('Moving 125 of 150…').waitFor()
      await expectNoAxeViolations(page)
      await page.getByRole('link', { name: 'Incidents', exact: true }).click()
      await bar(page).getByText('Moving 125 of 150…').waitFor()
      await notice.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Overview', exact: true }).click()
      await notice.getByRole('button', { name: 'Cancel' }).click()
      await notice.getByText('Stopping…').waitFor()
    })
    await page.getByText('150 incidents moved to Closed.').waitFor()
    await notice.waitFor({ state: 'detached' })
    expect(await countInState(scope, 'Closed')).toBe(150)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 150 incidents.').waitFor()
    expect(await countInState(scope, 'Open')).toBe(150)
  })

  test('a cancelled bulk change ends with the arriving response, and “Undo” reverts the changes of this response too', async () => {
    const { page, first } = await openWith150()
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const remaining = { createdBefore: { createdAt: first.createdAt, incidentId: first.id }, count: 125 }
    const lines: BulkMessage[] = [
      { total: 150 },
      { done: 25, changed: 25, left: [], events: { first: 5, last: 29 } },
      { rest: { change: { assigneeId: null }, remaining } },
    ]
    await answerWith(page, lines, isOver)
    await selectAllMatching(page)
    await moveSelected(page, 'Closed')
    await bar(page).getByRole('button', { name: 'Cancel' }).click()
    await bar(page).getByText('Stopping…').waitFor()
    end()
    await page.getByText('Stopped. 25 of 150 incidents moved to Closed.').waitFor()
    const undo = page.waitForRequest('**/api/console/incidents/bulk-undo')
    await page.getByRole('button', { name: 'Undo' }).click()
    expect((await undo).postDataJSON()).toEqual({ events: [{ first: 5, last: 29 }] })
  })

  test('while a bulk change runs, the browser asks before it closes the page', async () => {
    const { page, scope, first } = await openWith150()
    await selectAllMatching(page)
    const dialogOpened = page.waitForEvent('dialog')
    await scope.transaction(async (inner) => {
      await lockRow('incidents', first.id)(inner)
      await moveSelected(page, 'Closed')
      await bar(page).getByText('Moving 125 of 150…').waitFor()
      await page.close({ runBeforeUnload: true })
      const dialog = await dialogOpened
      expect(dialog.type()).toBe('beforeunload')
      await dialog.dismiss()
    })
    await page.getByText('150 incidents moved to Closed.').waitFor()
  })

  test('after a sign-out during a bulk change, a message says that some incidents may be as before', async () => {
    const { page, member } = await openWith150()
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    await answerWith(page, [{ total: 150 }], isOver)
    await selectAllMatching(page)
    await moveSelected(page, 'Closed')
    await bar(page).getByText('Moving…').waitFor()
    await signOut(page, member)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('alert').getByText('You were signed out while incidents were being changed.').waitFor()
    end()
  })

  test('after a lost connection, a message says how many incidents a bulk change is known to have changed', async () => {
    const { page } = await openWith150()
    await answerWith(page, [{ total: 150 }, { done: 25, changed: 25, left: [], events: { first: 5, last: 29 } }])
    await selectAllMatching(page)
    await moveSelected(page, 'Closed')
    await page.getByRole('alert').filter({ hasText: 'Couldn’t finish the change' }).waitFor()
    await page.getByText('25 of 150 incidents moved to Closed. A few more may have changed.').waitFor()
  })

  test('the incidents that a bulk change did not change are listed a hundred at a time', async () => {
    const { page, first } = await openWith150()
    const left = Array.from({ length: 150 }, (_, index) => ({
      incidentId: first.id.slice(0, -3) + String(100 + index),
      number: index + 1,
      name: `Left ${index + 1}`,
      code: 'no_longer_matches',
      detail: 'Gone.',
    }))
    await answerWith(page, [{ total: 150 }, { done: 150, changed: 0, left, events: null }, { outcome: 'finished' }])
    await selectAllMatching(page)
    await moveSelected(page, 'Closed')
    const dialog = page.getByRole('dialog', { name: '150 incidents weren’t changed' })
    await dialog.getByText('#1 Left 1', { exact: true }).waitFor()
    expect(await dialog.getByRole('row').count()).toBe(101)
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Show 50 of 50 more' }).click()
    await expect.poll(() => dialog.getByRole('row').count()).toBe(151)
  })
})

test('on a phone, the list offers to select all matching incidents as soon as one incident is selected', async () => {
  const { page, scope } = await openWith150('phone')
  await page.getByRole('checkbox', { name: 'Select Copy 149' }).tap()
  await bar(page).getByRole('button', { name: 'Select all 150 that match' }).tap()
  await bar(page).getByText('All 150 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Delete…' }).tap()
  await page.getByRole('dialog', { name: 'Delete 150 incidents?' }).getByRole('button', { name: 'Delete 150' }).tap()
  await page.getByText('150 incidents deleted.').waitFor()
  expect(await countInState(scope, 'Open')).toBe(0)
})

test('on a phone, the menu of assignees opens inside the window and never widens the page', async () => {
  const page = await open('/incidents', { as: demoAdministrator(), screen: 'phone' })
  await rowsOf(page).first().getByRole('checkbox').tap()
  await bar(page).getByRole('button', { name: 'Assign…' }).tap()
  const menu = page.getByRole('listbox', { name: 'Assignee' })
  await menu.getByRole('option').first().waitFor()
  const places = await menu.evaluate(placesInFrames, 30)
  expect(places).toEqual([{ windowPx: 390, isInside: true }])
})

describe('deleting several incidents', () => {
  test('a bulk change deletes the selected incidents after a question that states their number, and its undo restores them', async () => {
    const { page, scope } = await openWith150('phone')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('checkbox', { name: 'Select Copy 149' }).tap()
    await bar(page).getByRole('button', { name: 'Delete…' }).tap()
    const question = page.getByRole('dialog', { name: 'Delete 1 incident?' })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await question.getByRole('button', { name: 'Delete 1' }).tap()
    await page.getByText('1 incident deleted.').waitFor()
    expect(await countInState(scope, 'Open')).toBe(149)
    await page.getByRole('button', { name: 'Undo' }).tap()
    await page.getByText('Undone for 1 incident.').waitFor()
    expect(await countInState(scope, 'Open')).toBe(150)
  })
})

/**
 * Observes an element for a number of animation frames.
 * @returns the observed states without duplicates: the width of the window, and true if the element was inside.
 */
async function placesInFrames(element: Element, frames: number): Promise<{ windowPx: number; isInside: boolean }[]> {
  const places = new Set<string>()
  for (let frame = 0; frame < frames; frame++) {
    await new Promise(requestAnimationFrame)
    const { left, right, width } = element.getBoundingClientRect()
    const isInside = width > 0 && left >= 0 && right <= window.innerWidth
    places.add(JSON.stringify({ windowPx: window.innerWidth, isInside }))
  }
  return [...places].map((place) => JSON.parse(place) as { windowPx: number; isInside: boolean })
}
