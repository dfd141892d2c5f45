import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { browser, hasFocus } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { rowsOf } from './support/incident-rows.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'
import { openDetails } from './support/report-form.ts'

const open = browser()
const newOrganization = organizations()
const configuration = '**/api/console/creation-configurations/current'

async function listPage(): Promise<Page> {
  const { member, key } = await newOrganization()
  await createExternally(key)
  const page = await open('/incidents', { as: member })
  await rowsOf(page).first().waitFor()
  return page
}

/**
 * Opens the report form with the key c. Delays the request for the configuration, so that the form has no fields yet.
 * @param status status of the response if the configuration cannot be loaded
 * @returns the page, and `release`, which ends the delay
 */
async function loadingForm(status?: number) {
  const { administrator } = await newOrganization()
  const page = await open('/directory', { as: administrator })
  await page.getByRole('heading', { level: 1, name: 'Directory' }).waitFor()
  if (status) await page.route(configuration, (route) => route.fulfill({ status, json: {} }))
  const delayed = await delayRequests(page, 'GET', configuration)
  await page.keyboard.press('c')
  await delayed.hasStarted
  expect(await nameField(page).count()).toBe(0)
  return { page, release: delayed.release }
}

describe('letters typed right after a shortcut', () => {
  test('letters typed right after the shortcut c go to the report form, even letters that are shortcuts', async () => {
    const page = await listPage()
    await page.keyboard.type('cgi freezer? x/')
    await expect.poll(() => nameField(page).inputValue()).toBe('gi freezer? x/')
    expect(new URL(page.url()).pathname).toBe('/incidents/new')
    await expect.poll(() => hasFocus(nameField(page))).toBe(true)
  })

  test('letters typed after the shortcut c, before the report form is loaded, appear in the first field of the form', async () => {
    const { page, release } = await loadingForm()
    await page.keyboard.type('goocx')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(' b')
    release()
    await expect.poll(() => nameField(page).inputValue()).toBe('gooc b')
    expect(new URL(page.url()).pathname).toBe('/incidents/new')
  })

  test('letters typed after the shortcut c do nothing if the report form cannot be loaded', async () => {
    const { page, release } = await loadingForm(403)
    await page.keyboard.type('go')
    release()
    await page.getByRole('alert').waitFor()
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/incidents/new')
  })

  test('letters typed before and after the report form gets the focus appear in the order of typing', async () => {
    const { page, release } = await loadingForm()
    await page.keyboard.type('doo')
    await page.evaluate(() => {
      const frames: FrameRequestCallback[] = []
      window.requestAnimationFrame = (callback) => frames.push(callback)
      Object.assign(window, { drawFrames: () => frames.splice(0).forEach((draw) => draw(performance.now())) })
    })
    release()
    await expect.poll(() => hasFocus(nameField(page))).toBe(true)
    await page.keyboard.type('rs')
    await page.evaluate('drawFrames()')
    await expect.poll(() => nameField(page).inputValue()).toBe('doors')
  })

  test('if the report form is already open, the shortcut c focuses the first field for the letters that follow', async () => {
    const page = await listPage()
    await page.keyboard.type('cdoor')
    await expect.poll(() => nameField(page).inputValue()).toBe('door')
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(nameField(page))).toBe(false)
    await page.keyboard.type('cs jam')
    await expect.poll(() => nameField(page).inputValue()).toBe('doors jam')
  })

  test('keys typed right after the shortcut g b act on the board that the shortcut opens', async () => {
    const page = await listPage()
    await page.keyboard.type('gb')
    await page.keyboard.type('/door')
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('door')
    expect(new URL(page.url()).pathname).toBe('/board')
  })

  test('letters typed right after the shortcut e go to the first field of the edit form', async () => {
    const page = await listPage()
    await rowsOf(page).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: 'Freezer 3 is warm' }).waitFor()
    await page.keyboard.type('e, juc')
    await expect.poll(() => nameField(page).inputValue()).toBe('Freezer 3 is warm, juc')
  })
})

/** Opens the incident of a list with Enter, and delays the request for the incident. */
async function loadingIncident() {
  const page = await listPage()
  const delayed = await delayRequests(page, 'GET', '**/api/console/incidents/*')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await delayed.hasStarted
  await page.getByRole('heading', { level: 1, name: 'Incident', exact: true }).waitFor()
  return { page, release: delayed.release, comment: page.getByRole('textbox', { name: 'Comment' }) }
}

describe('keys typed before an incident is loaded', () => {
  test('letters typed after the key m while the incident loads appear in the comment field, even if they are shortcuts', async () => {
    const { page, release, comment } = await loadingIncident()
    await page.keyboard.type('mplease help')
    release()
    await expect.poll(() => comment.inputValue()).toBe('please help')
    expect(await page.getByRole('listbox').count()).toBe(0)
  })

  test('a key that is held down while an incident loads acts once', async () => {
    const { page, release, comment } = await loadingIncident()
    for (const key of ['m', 'm', 'm']) await page.keyboard.down(key)
    await page.keyboard.up('m')
    await page.keyboard.type('please')
    release()
    await expect.poll(() => comment.inputValue()).toBe('please')
  })

  test('keys typed before an incident is loaded do nothing on the page to which the user goes back', async () => {
    const { page } = await loadingIncident()
    await page.keyboard.press('c')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Incidents', exact: true }).waitFor()
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/incidents')
  })

  test('Space activates a focused button while an incident loads', async () => {
    const { page } = await loadingIncident()
    await page.getByRole('button', { name: 'Account' }).press(' ')
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).waitFor()
  })

  test('while an incident loads, the palette receives only the letters typed after Ctrl K', async () => {
    const { page, release, comment } = await loadingIncident()
    await page.keyboard.press('s')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.waitFor()
    await page.keyboard.type('ov')
    release()
    await comment.waitFor({ state: 'attached' })
    await page.keyboard.type('er')
    await expect.poll(() => palette.locator('input').inputValue()).toBe('over')
  })
})

describe('Escape in fields', () => {
  test('Escape takes the focus out of the comment field, even after the user has sent a comment', async () => {
    const page = await listPage()
    await rowsOf(page).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: 'Freezer 3 is warm' }).waitFor()
    await page.keyboard.press('m')
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await page.keyboard.type('On my way')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => comment.inputValue()).toBe('')
    await page.keyboard.type('and')
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(comment)).toBe(false)
    expect(await comment.inputValue()).toBe('and')
    await page.keyboard.press('u')
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
  })

  test('Escape takes the focus out of each field of the report form, and the text stays in the field', async () => {
    const { member, scope } = await newOrganization()
    await addLocation(scope, { name: 'Harbour' })
    const page = await open('/incidents/new', { as: member })
    await nameField(page).waitFor()
    await openDetails(page)
    const texts = { name: 'Door', description: 'It jams', latitude: '53', tags: 'night', externalId: 'E-1' }
    for (const [field, text] of Object.entries(texts)) {
      await page.locator(`#incident-${field}`).focus()
      await page.keyboard.type(text)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toMatch(/INPUT|TEXTAREA/)
    }
    await page.locator('#incident-occurredAt').fill('2026-03-01T09:30')
    await page.keyboard.press('Escape')
    for (const field of ['priority', 'locationId']) {
      await page.locator(`#incident-${field}`).click()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect.poll(() => hasFocus(page.locator(`#incident-${field}`))).toBe(false)
    }
    expect(await page.locator('#incident-occurredAt').inputValue()).toBe('2026-03-01T09:30')
    const { tags: _, ...otherTexts } = texts
    for (const [field, text] of Object.entries(otherTexts))
      expect(await page.locator(`#incident-${field}`).inputValue()).toBe(text)
    await page.locator('form').getByText('night', { exact: true }).waitFor()
  })

  test('Escape takes the focus out of the search field, and the text stays in the field', async () => {
    const page = await listPage()
    await page.keyboard.type('/freezer')
    await page.keyboard.press('Escape')
    const search = page.getByRole('searchbox')
    await expect.poll(() => hasFocus(search)).toBe(false)
    expect(await search.inputValue()).toBe('freezer')
  })

  test('in a dialog with a changed field, a first Escape leaves the field, and a second Escape closes the dialog', async () => {
    const page = await listPage()
    await page.getByRole('searchbox').fill('door')
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByRole('textbox').first().fill('Mine')
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(dialog.getByRole('textbox').first())).toBe(false)
    expect(await dialog.getByRole('textbox').first().inputValue()).toBe('Mine')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})

describe('Enter after typing', () => {
  test('Enter chooses the first location or user that matches the typed text in the report form', async () => {
    const { member, scope } = await newOrganization()
    for (const name of ['Harbour', 'Market', 'Mill Lane']) await addLocation(scope, { name })
    const page = await open('/incidents/new', { as: member })
    await nameField(page).waitFor()
    const choose = async (field: string, text: string, chosen: string) => {
      const input = page.locator(`#incident-${field}`)
      await input.focus()
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await expect.poll(() => input.inputValue()).toBe(chosen)
      await expect.poll(() => page.getByRole('option').count()).toBe(0)
    }
    await choose('locationId', 'm', 'Market')
    await page.locator('#incident-locationId').fill('')
    await choose('locationId', 'mill', 'Mill Lane')
    await choose('assigneeId', 'maren', 'Maren Member')
    expect(new URL(page.url()).pathname).toBe('/incidents/new')
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('if the user presses Enter before the response to a search arrives, the first location of the response is chosen', async () => {
    const { member, scope } = await newOrganization()
    for (const name of ['Harbour', 'Market']) await addLocation(scope, { name })
    const page = await open('/incidents/new', { as: member })
    await nameField(page).waitFor()
    const delayed = await delayRequests(page, 'GET', '**/api/console/locations?*q=mar*')
    await page.locator('#incident-locationId').focus()
    await page.keyboard.type('mar')
    await page.keyboard.press('Enter')
    await delayed.hasStarted
    expect(await page.locator('#incident-locationId').inputValue()).toBe('mar')
    delayed.release()
    await expect.poll(() => page.locator('#incident-locationId').inputValue()).toBe('Market')
  })

  test('Enter chooses the first value of a filter that matches the typed text, and changes nothing if no value matches', async () => {
    const page = await listPage()
    await page.getByRole('button', { name: 'State' }).click()
    await page.keyboard.type('in pro')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/incidents?stateId=*')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Assignee' }).click()
    await page.keyboard.type('nobody of this name')
    await page.keyboard.press('Enter')
    await page.getByRole('listbox', { name: 'Assignee' }).getByText('Nothing found').waitFor()
    expect(new URL(page.url()).searchParams.has('assigneeId')).toBe(false)
  })
})
