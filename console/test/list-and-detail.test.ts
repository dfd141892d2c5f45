import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browser, focusedText, signIn } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const { key, member, administrator } = await organizations()()
for (const name of ['Oldest', 'Older', 'Newer', 'Newest']) {
  await createExternally(key, { name, priority: name === 'Newer' ? 'MINOR' : 'MAJOR' })
}

const filtered = '/incidents?priority=MAJOR'
const incident = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const backLink = (page: Page, name = 'Incidents') => page.getByRole('main').getByRole('link', { name, exact: true })

async function openFromList(name: string): Promise<Page> {
  const page = await open(filtered, { as: member })
  await rowsOf(page).getByRole('link', { name }).click()
  await incident(page, name).waitFor()
  return page
}

const countNextLinks = (page: Page) => page.getByRole('link', { name: 'Next incident' }).count()

async function returnToAllIncidents(page: Page): Promise<void> {
  await backLink(page).click()
  await page.waitForURL('**/incidents')
}

describe('incidents opened from a filtered list', () => {
  test('the back link and the key u lead from an incident back to the filtered list', async () => {
    const page = await openFromList('Older')
    await backLink(page).click()
    await page.waitForURL(`**${filtered}`)
    await rowsOf(page).getByRole('link', { name: 'Older' }).click()
    await incident(page, 'Older').waitFor()
    await page.keyboard.press('u')
    await page.waitForURL(`**${filtered}`)
    await expect.poll(() => rowsOf(page).count()).toBe(3)
  })

  test('the links to the previous and the next incident follow the filtered list, even after a reload', async () => {
    const page = await openFromList('Older')
    await page.reload()
    await page.getByRole('link', { name: 'Previous incident' }).click()
    await incident(page, 'Newest').waitFor()
    await page.keyboard.press('j')
    await incident(page, 'Older').waitFor()
    await page.keyboard.press('j')
    await incident(page, 'Oldest').waitFor()
    await expect.poll(() => countNextLinks(page)).toBe(0)
    await page.goBack()
    await page.waitForURL(`**${filtered}`)
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => focusedText(page)).toBe('Oldest')
  })

  test('deleting an incident opened from a filtered list returns to that list', async () => {
    await createExternally(key, { name: 'Wrong', priority: 'MAJOR' })
    const page = await openFromList('Wrong')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete incident' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`**${filtered}`)
    await page.getByText('Incident deleted.').waitFor()
  })
})

test('an incident opened from the board has a link to the next incident of its column, and a back link to the board', async () => {
  const page = await open('/board?priority=MAJOR', { as: member })
  await page.getByRole('listitem').getByRole('link', { name: 'Older' }).click()
  await incident(page, 'Older').waitFor()
  await page.getByRole('link', { name: 'Next incident' }).click()
  await incident(page, 'Oldest').waitFor()
  await backLink(page, 'Board').click()
  await page.waitForURL('**/board?priority=MAJOR')
})

test('an incident opened from the overview has a back link to the list of all incidents', async () => {
  const page = await openFromList('Older')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Older' }).click()
  await incident(page, 'Older').waitFor()
  expect(await countNextLinks(page)).toBe(0)
  await returnToAllIncidents(page)
})

test('after another user has signed in, the back link leads to all incidents, not to the filtered list of the first user', async () => {
  const page = await openFromList('Older')
  await page.getByRole('link', { name: 'Next incident' }).waitFor()
  await signIn(page.context(), administrator)
  await page.reload()
  await incident(page, 'Older').waitFor()
  expect(await countNextLinks(page)).toBe(0)
  await returnToAllIncidents(page)
})

test('an incident opened with its URL has a back link to the list of all incidents', async () => {
  const page = await openFromList('Older')
  const { id } = await createExternally(key, { name: 'Elsewhere', priority: 'MINOR' })
  await page.goto(`/incidents/${id}`)
  await incident(page, 'Elsewhere').waitFor()
  expect(await countNextLinks(page)).toBe(0)
  await returnToAllIncidents(page)
})

describe('returning from an incident', () => {
  const methods: [string, (page: Page) => Promise<unknown>][] = [
    ['its link', (page) => backLink(page).click()],
    ['u', (page) => page.keyboard.press('u')],
    ["the browser's Back", (page) => page.goBack()],
  ]

  test.each(methods)(
    'returning from an incident to the list by %s focuses the row of the incident, and the key j then focuses the next row',
    async (_, goBack) => {
      const page = await open(filtered, { as: member })
      await rowsOf(page).first().waitFor()
      await page.keyboard.type('jj')
      await expect.poll(() => focusedText(page)).toBe('Older')
      await page.keyboard.press('Enter')
      await incident(page, 'Older').waitFor()
      await goBack(page)
      await page.waitForURL(`**${filtered}`)
      await expect.poll(() => focusedText(page)).toBe('Older')
      await page.keyboard.press('j')
      await expect.poll(() => focusedText(page)).toBe('Oldest')
      await page.keyboard.press('Enter')
      await incident(page, 'Oldest').waitFor()
    },
  )

  test.each(methods.slice(1))(
    'returning to the board by %s focuses the card of the incident, and the key j focuses the next card',
    async (_, goBack) => {
      const page = await open('/board?priority=MAJOR', { as: member })
      await page.getByRole('link', { name: 'Older', exact: true }).click()
      await incident(page, 'Older').waitFor()
      await goBack(page)
      await page.waitForURL('**/board?priority=MAJOR')
      await expect.poll(() => focusedText(page)).toBe('Older')
      await page.keyboard.press('j')
      await expect.poll(() => focusedText(page)).toBe('Oldest')
      await page.keyboard.press('k')
      await expect.poll(() => focusedText(page)).toBe('Older')
    },
  )
})
