import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, focusedText, hasFocus, writeHeaders } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { rowsOf } from './support/incident-rows.ts'
import { organizations, type Account } from './support/organization.ts'

const open = browser()
const { key, administrator, member } = await organizations()()
const door = await createExternally(key, { name: 'Door jams' })
const freezer = await createExternally(key, { name: 'Freezer warm' })
await createExternally(key, { name: 'Freezer loud' })

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function openList(as: Account = member, screen: 'desktop' | 'phone' = 'desktop'): Promise<Page> {
  const page = await open('/incidents', { as, screen })
  await rowsOf(page).first().waitFor()
  return page
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect.poll(() => hasFocus(field(page))).toBe(true)
}

/** Opens a page and presses Ctrl+K. The code of the palette arrives or fails only after the test calls `release`. */
async function openLoading(outcome: 'late' | 'failed', path = '/overview') {
  const page = await open('/sign-in', { as: member })
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/palette-*.js', async (route) => {
    await isReleased
    await (outcome === 'late' ? route.continue() : route.abort('internetdisconnected'))
  })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (path === '/incidents') await page.getByRole('searchbox').fill('door')
  await page.keyboard.press('Control+k')
  return { page, release }
}

describe('opening the palette', () => {
  test.each(['light', 'dark'] as const)(
    'in %s colours, Ctrl+K opens the palette without accessibility violations',
    async (colorScheme) => {
      const page = await open('/incidents', { as: member, colorScheme })
      await rowsOf(page).first().waitFor()
      await openPalette(page)
      await option(page, 'Report an incident').waitFor()
      await expectNoAxeViolations(page)
      await page.keyboard.type('freezer')
      await option(page, 'Freezer warm').waitFor()
      await expectNoAxeViolations(page)
    },
  )

  test('keys typed right after Ctrl+K go into the palette, and Escape returns the focus to its former field', async () => {
    const page = await openList()
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox', { name: 'Search names and tags' })
    await expect.poll(() => hasFocus(search)).toBe(true)
    await page.keyboard.type('jam')
    await openPalette(page)
    await page.keyboard.type('overview')
    expect(await field(page).inputValue()).toBe('overview')
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(search)).toBe(true)
    expect(await search.inputValue()).toBe('jam')
  })

  test('Ctrl+K closes the open palette, and does nothing while another dialog is open', async () => {
    const page = await openList()
    await openPalette(page)
    await page.keyboard.press('Control+k')
    await palette(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Search or jump to anything').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    expect(await palette(page).count()).toBe(0)
  })

  test('the palette opens even if single-key shortcuts are off', async () => {
    const page = await openList()
    await page.evaluate(() => localStorage.setItem('tocsin-single-keys', 'false'))
    await page.reload()
    await rowsOf(page).first().waitFor()
    await openPalette(page)
    await page.keyboard.type('x')
    expect(await field(page).inputValue()).toBe('x')
  })

  test('on a phone, a button in the menu opens the palette', async () => {
    const page = await openList(member, 'phone')
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Jump to…' }).tap()
    await expect.poll(() => hasFocus(field(page))).toBe(true)
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
    await page.keyboard.type('board')
    await option(page, 'Go to Board').tap()
    await heading(page, 'Board').waitFor()
  })
})

describe('finding', () => {
  test.each(['#', ''])(
    'in the palette, a number with the prefix “%s” opens the incident, even if Enter is pressed at once',
    async (before) => {
      const page = await openList()
      await openPalette(page)
      await page.keyboard.type(`${before}${freezer.number}`)
      await page.keyboard.press('Enter')
      await heading(page, 'Freezer warm').waitFor()
      await expect.poll(() => hasFocus(page.locator('#content'))).toBe(true)
    },
  )

  test('in the palette, words find incidents, and the arrow keys mark the line that Enter opens', async () => {
    const page = await openList()
    await openPalette(page)
    await page.keyboard.type('freezer')
    await option(page, 'Freezer loud').waitFor()
    const marked = () => palette(page).getByRole('option', { selected: true }).textContent()
    expect(await marked()).toContain('Freezer loud')
    await page.keyboard.press('ArrowDown')
    await expect.poll(marked).toContain('Freezer warm')
    const described = await field(page).getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain('Freezer warm')
    await page.keyboard.press('Enter')
    await heading(page, 'Freezer warm').waitFor()
  })

  test('further typing in the palette cancels the search for the former text', async () => {
    const page = await openList()
    await page.route('**/api/console/incidents?q=free&*', () => undefined)
    await openPalette(page)
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('q=free&'))
    await page.keyboard.type('free')
    await page.waitForRequest((request) => request.url().includes('q=free&'))
    await page.keyboard.type('zer')
    await cancelled
    await expect.poll(() => option(page, /Freezer/).count()).toBe(2)
  })

  test('if the user presses Enter before the palette has found anything and then types on, nothing opens', async () => {
    const page = await openList()
    await page.route('**/api/console/incidents?q=freez&*', () => undefined)
    await openPalette(page)
    await page.keyboard.type('freez')
    await page.keyboard.press('Enter')
    await page.keyboard.type('er')
    await expect.poll(() => option(page, /^#.*Freezer/).count()).toBe(2)
    expect(await palette(page).count()).toBe(1)
  })

  test('if the palette finds nothing, its last line opens the incident list with the typed text as the search', async () => {
    const page = await openList()
    await openPalette(page)
    await page.keyboard.type('jams')
    await option(page, 'Show all incidents with “jams”').click()
    await page.waitForURL('**/incidents?q=jams')
    await expect.poll(() => rowsOf(page).count()).toBe(1)
  })

  test('the palette finds nothing for a number that no incident has', async () => {
    const page = await openList()
    await openPalette(page)
    await page.keyboard.type('#99999999')
    await palette(page).getByText('Nothing found.').waitFor()
    expect(await palette(page).getByRole('option').count()).toBe(0)
  })

  test('in the palette, administrators find the administration pages, and members only the pages that they may open', async () => {
    const page = await openList(administrator)
    await openPalette(page)
    await page.keyboard.type('api keys')
    await page.keyboard.press('Enter')
    await heading(page, 'API keys').waitFor()

    const theirs = await openList()
    await openPalette(theirs)
    await option(theirs, 'Go to Overview').waitFor()
    expect(await option(theirs, 'Go to API keys').count()).toBe(0)
  })

  test('a saved view chosen in the palette opens with its filters and layout', async () => {
    const page = await open('/overview', { as: member })
    await heading(page, 'Overview').waitFor()
    const saved = await page.request.post('/api/console/views', {
      headers: await writeHeaders(page),
      data: { name: 'Freezers', shared: false, query: 'q=freezer', layout: 'board' },
    })
    expect(saved.status()).toBe(201)
    // Reload the page: the palette offers only views that the page has loaded, and the new view is not among them.
    await page.reload()
    await heading(page, 'Overview').waitFor()
    await openPalette(page)
    await page.keyboard.type('freezers')
    await option(page, 'Freezers board').click()
    await page.waitForURL(/\/board\?q=freezer&view=/)
  })

  test('an action chosen in the palette does the same as its key, and the focus returns to the former place', async () => {
    const page = await openList()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect.poll(() => focusedText(page)).toBe('Freezer warm')
    await openPalette(page)
    await page.keyboard.type('next inc')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedText(page)).toBe('Door jams')
  })
})

test('before the user types, the palette offers the five most recently opened incidents, the latest first', async () => {
  const page = await open(`/incidents/${freezer.id}`, { as: member })
  await heading(page, 'Freezer warm').waitFor()
  await page.goto(`/incidents/${door.id}`)
  await heading(page, 'Door jams').waitFor()
  await page.goto('/overview')
  await heading(page, 'Overview').waitFor()
  await openPalette(page)
  const recent = palette(page).getByRole('group', { name: 'Recent incidents' }).getByRole('option')
  await expect
    .poll(() => recent.allTextContents())
    .toEqual([`#${door.number}Door jams`, `#${freezer.number}Freezer warm`])
  await page.keyboard.press('Enter')
  await heading(page, 'Door jams').waitFor()
})

describe('a palette that has not loaded yet', () => {
  test('keys typed while the palette loads go into the palette, and not into the field that had the focus', async () => {
    const { page, release } = await openLoading('late', '/incidents')
    await page.keyboard.type('freez')
    await page.keyboard.press('Enter')
    release()
    await expect.poll(() => field(page).inputValue()).toBe('freez')
    expect(await page.getByRole('searchbox').inputValue()).toBe('door')
  })

  test('if the palette cannot be loaded, a message says so, and the keys typed after Ctrl+K do nothing', async () => {
    const { page, release } = await openLoading('failed')
    await page.keyboard.type('c')
    release()
    await page.getByText('Couldn’t open the search').waitFor()
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/overview')
  })
})
