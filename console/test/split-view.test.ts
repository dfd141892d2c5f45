import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, focusedText, hasFocus, isInView } from './support/browser.ts'
import { changeComment, sendComment } from './support/comment-editor.ts'
import { callExternally, createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()
const { key, member } = await newOrganization()
const oldest = await createExternally(key, { name: 'Door jams', priority: 'MAJOR' })
const middle = await createExternally(key, { name: 'Freezer warm', priority: 'CRITICAL' })
const newest = await createExternally(key, { name: 'Lamp out', priority: 'MAJOR' })

const list = (page: Page) => page.getByRole('list', { name: 'Incidents' })
const row = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true })
const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const incident = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const openId = (page: Page) => new URL(page.url()).searchParams.get('open')
const namesOf = (page: Page) => list(page).getByRole('link').allTextContents()

async function openSplit(path = '/split'): Promise<Page> {
  const page = await open(path, { as: member })
  await list(page).getByRole('link').first().waitFor()
  return page
}

describe('opening incidents', () => {
  test.each(['light', 'dark'] as const)(
    'in the split view, a click opens the incident beside the list, in %s colours',
    async (colorScheme) => {
      const page = await open('/split', { as: member, colorScheme })
      await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
      await row(page, 'Lamp out').waitFor()
      await expectNoAxeViolations(page)
      await row(page, 'Freezer warm').click()
      await incident(page, 'Freezer warm').waitFor()
      await page.getByRole('list', { name: 'Comments and changes' }).waitFor()
      expect(openId(page)).toBe(middle.id)
      expect(await row(page, 'Freezer warm').getAttribute('aria-current')).toBeTruthy()
      await expect.poll(() => page.title()).toBe('Freezer warm · Tocsin')
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
    },
  )

  test('each incident opened in the split view is one entry of the browser history, and a reload opens the same incident', async () => {
    const page = await openSplit('/split?priority=MAJOR')
    await row(page, 'Lamp out').click()
    await incident(page, 'Lamp out').waitFor()
    await row(page, 'Door jams').click()
    await incident(page, 'Door jams').waitFor()
    await page.reload()
    await incident(page, 'Door jams').waitFor()
    await expect.poll(() => namesOf(page)).toEqual(['Lamp out', 'Door jams'])
    await page.goBack()
    await incident(page, 'Lamp out').waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
    expect(new URL(page.url()).search).toBe('?priority=MAJOR')
    await page.goForward()
    await incident(page, 'Lamp out').waitFor()
  })

  test('for an incident that does not exist, the split view says “Not found” beside the list', async () => {
    const page = await openSplit('/split?open=019b0000-0000-7000-8000-000000000000')
    await incident(page, 'Not found').waitFor()
    expect(await namesOf(page)).toEqual(['Lamp out', 'Freezer warm', 'Door jams'])
  })

  test('in the split view, “Close” closes the incident, and “Open as page” opens its page', async () => {
    const page = await openSplit('/split?priority=MAJOR')
    await row(page, 'Lamp out').click()
    await page.getByRole('link', { name: 'Close' }).click()
    await page.waitForURL('**/split?priority=MAJOR')
    await row(page, 'Lamp out').click()
    await page.getByRole('link', { name: 'Open as page' }).click()
    await page.waitForURL(`**/incidents/${newest.id}`)
    await incident(page, 'Lamp out').waitFor()
  })
})

describe('the keyboard', () => {
  test('in the split view, the keys j and k move through the list, and the incident of the marked row is shown', async () => {
    const page = await openSplit()
    await page.keyboard.press('j')
    await incident(page, 'Lamp out').waitFor()
    await expect.poll(() => focusedText(page)).toBe('Lamp out')
    await page.keyboard.press('j')
    await incident(page, 'Freezer warm').waitFor()
    await page.keyboard.press('ArrowDown')
    await incident(page, 'Door jams').waitFor()
    await page.keyboard.press('k')
    await incident(page, 'Freezer warm').waitFor()
    expect(openId(page)).toBe(middle.id)
  })

  test('if the user quickly moves through several rows of the split view, only the last incident is loaded', async () => {
    const page = await openSplit()
    const loaded: string[] = []
    page.on('request', (request) => {
      const [, id] = /\/api\/console\/incidents\/([-0-9a-f]{36})$/.exec(request.url()) ?? []
      if (id) loaded.push(id)
    })
    // Stop the time of the page, so that the rows are passed quickly even on a slow machine.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    for (const next of ['j', 'j', 'j']) await page.keyboard.press(next)
    await expect.poll(() => focusedText(page)).toBe('Door jams')
    await page.clock.resume()
    await incident(page, 'Door jams').waitFor()
    expect([...new Set(loaded)]).toEqual([oldest.id])
  })

  test('in the split view, Enter moves the focus into the incident, where its keys work, and Escape moves it back to the list', async () => {
    const page = await openSplit()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await incident(page, 'Freezer warm').waitFor()
    await expect.poll(() => hasFocus(pane(page, 'Freezer warm'))).toBe(true)
    await page.keyboard.press('m')
    await expect.poll(() => hasFocus(page.getByLabel('Write a comment'))).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedText(page)).toBe('Freezer warm')
    await page.keyboard.press('j')
    await incident(page, 'Door jams').waitFor()
  })

  test('an Escape that closes a dialog of the split view does not also return the focus to the list', async () => {
    const page = await openSplit(`/split?open=${middle.id}`)
    const more = pane(page, 'Freezer warm').getByRole('button', { name: 'More actions' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Delete incident' }).click()
    await page.getByRole('dialog', { name: 'Delete this incident?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(more)).toBe(true)
  })
})

describe('unsaved work', () => {
  test('an unsent comment stays as a draft while the split view shows another incident', async () => {
    const page = await openSplit(`/split?open=${middle.id}`)
    await page.getByLabel('Write a comment').fill('Half a word')
    await row(page, 'Lamp out').click()
    await incident(page, 'Lamp out').waitFor()
    expect(await page.getByLabel('Write a comment').inputValue()).toBe('')
    await row(page, 'Freezer warm').click()
    await incident(page, 'Freezer warm').waitFor()
    expect(await page.getByLabel('Write a comment').inputValue()).toBe('Half a word')
  })

  test('the split view asks before it shows another incident in place of an unsaved comment edit', async () => {
    const own = await newOrganization()
    await createExternally(own.key, { name: 'Door jams' })
    const page = await open('/split', { as: own.member })
    await row(page, 'Door jams').click()
    await sendComment(page, 'Compresor restarted')
    const editor = await changeComment(page, 'Compressor restarted')
    await createExternally(own.key, { name: 'Lamp out' })
    await row(page, 'Lamp out').click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    expect(await editor.inputValue()).toBe('Compressor restarted')
    await row(page, 'Lamp out').click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await incident(page, 'Lamp out').waitFor()
  })
})

describe('the layouts', () => {
  test('the filters stay the same from the list to the split view, to the board and back', async () => {
    const page = await open('/incidents?priority=MAJOR', { as: member })
    await rowsOf(page).first().waitFor()
    await page.getByRole('link', { name: 'As split view' }).click()
    await page.waitForURL('**/split?priority=MAJOR')
    await expect.poll(() => namesOf(page)).toEqual(['Lamp out', 'Door jams'])
    await page.keyboard.press('v')
    await page.keyboard.press('b')
    await page.waitForURL('**/board?priority=MAJOR')
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    await page.keyboard.press('v')
    await page.keyboard.press('l')
    await page.waitForURL('**/incidents?priority=MAJOR')
  })

  test('in the split view, the open incident stays open even if it does not match a new filter', async () => {
    const page = await openSplit(`/split?open=${middle.id}`)
    await page.getByRole('searchbox').fill('lamp')
    await expect.poll(() => namesOf(page)).toEqual(['Lamp out'])
    await incident(page, 'Freezer warm').waitFor()
    expect(openId(page)).toBe(middle.id)
  })

  test.each(['phone', 'narrow window'])(
    'on a %s, the URL of the split view shows only the list, and a click on an incident opens its page',
    async (screen) => {
      const page = await open(`/split?priority=CRITICAL&open=${newest.id}`, {
        as: member,
        screen: screen === 'phone' ? 'phone' : 'desktop',
      })
      if (screen !== 'phone') {
        await incident(page, 'Lamp out').waitFor()
        await page.setViewportSize({ width: 1199, height: 800 })
        await incident(page, 'Lamp out').waitFor({ state: 'detached' })
      }
      await rowsOf(page).getByRole('link', { name: 'Freezer warm' }).click()
      await page.waitForURL(`**/incidents/${middle.id}`)
      await page.goBack()
      await rowsOf(page).getByRole('link', { name: 'Freezer warm' }).waitFor()
      await expectNoSidewaysScroll(page)
    },
  )
})

test('in the split view, the list and the incident show changes by others, and a deletion returns to the list', async () => {
  const own = await newOrganization()
  const { id } = await createExternally(own.key, { name: 'Shelf broken' })
  const page = await open(`/split?open=${id}`, { as: own.member })
  await incident(page, 'Shelf broken').waitFor()
  await createExternally(own.key, { name: 'Window open' })
  await expect.poll(() => namesOf(page)).toEqual(['Window open', 'Shelf broken'])
  await callExternally(own.key, 'PATCH', `/incidents/${id}`, { name: 'Shelf repaired' })
  await incident(page, 'Shelf repaired').waitFor()
  await row(page, 'Shelf repaired').click()

  await row(page, 'Window open').click()
  await incident(page, 'Window open').waitFor()
  await pane(page, 'Window open').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete incident' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/split')
  await expect.poll(() => namesOf(page)).toEqual(['Shelf repaired'])
})

test('in the split view, a long list loads further pages, and new incidents do not move the visible rows', async () => {
  const own = await newOrganization()
  const create = (index: number) => createExternally(own.key, { name: `Incident ${index}` })
  for (let from = 0; from < 120; from += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => create(from + index)))
  }
  const page = await open('/split', { as: own.member })
  await list(page).getByRole('link').first().waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => list(page).locator(':focus').count()).toBe(1)
  const last = list(page).locator('[aria-posinset="120"]')
  // The key End focuses the last loaded row. The list then loads further rows.
  const goToEnd = async () => {
    await page.keyboard.press('End')
    return last.locator(':focus').count()
  }
  await expect.poll(goToEnd).toBe(1)
  expect(await isInView(last)).toBe(true)
  expect(await list(page).getByRole('listitem').count()).toBeLessThan(60)

  const topOf = async () => (await last.or(list(page).locator('[aria-posinset="121"]')).last().boundingBox())?.y
  const before = await topOf()
  await create(999)
  await page.getByRole('button', { name: 'Show 1 new incident' }).waitFor()
  expect(Math.abs((await topOf())! - before!)).toBeLessThan(2)
  await page.getByRole('button', { name: 'Show 1 new incident' }).click()
  await row(page, 'Incident 999').waitFor()
})
