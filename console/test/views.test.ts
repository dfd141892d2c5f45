import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { browser } from './support/browser.ts'
import { organizations } from './support/organization.ts'
import { manageViews, saveView, viewLink } from './support/views.ts'

const open = browser()
const newOrganization = organizations()

/** Parameters of the URL except the id of the open view. */
const filtersIn = (url: string | URL): string => {
  const { searchParams } = new URL(url)
  searchParams.delete('view')
  return searchParams.toString()
}

describe('saved views', () => {
  test('a saved view restores its filters and sort, and the list shows the name of the view', async () => {
    const { member } = await newOrganization()
    const page = await open('/incidents?priority=CRITICAL&assigned=false&sort=name', { as: member })
    await saveView(page, 'Urgent and nobody’s')
    await page.waitForURL(/[?&]view=/)
    await page.goto('/incidents')
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
    await viewLink(page, /^Urgent and nobody’s/).click()
    await page.getByRole('heading', { level: 1, name: 'Urgent and nobody’s' }).waitFor()
    expect(filtersIn(page.url())).toBe('priority=CRITICAL&assigned=false&sort=name')
    expect(await viewLink(page, /^Urgent and nobody’s/).getAttribute('aria-current')).toBe('page')
    expect(await page.title()).toBe('Urgent and nobody’s · Tocsin')
    await expectNoAxeViolations(page)
  })

  test('choosing a view that was saved on the board opens the board with the filters of the view', async () => {
    const { member } = await newOrganization()
    const page = await open('/board?priority=MAJOR', { as: member })
    await saveView(page, 'Major ones')
    await page.goto('/incidents')
    await viewLink(page, /^Major ones/).click()
    await page.waitForURL('**/board?priority=MAJOR&view=*')
    await page.getByRole('heading', { level: 1, name: 'Major ones' }).waitFor()
  })

  test('a shared view is shown only to its organization, and a private view only to its owner', async () => {
    const { member, administrator } = await newOrganization()
    const page = await open('/incidents?q=door', { as: member })
    await saveView(page, 'Private')
    await page.goto('/incidents?q=lamp')
    await saveView(page, 'Shared', { shared: true })
    const theirs = await open('/incidents', { as: administrator })
    await viewLink(theirs, /^Shared/).waitFor()
    expect(await viewLink(theirs, /^Private/).count()).toBe(0)

    const foreign = await open('/incidents', { as: (await newOrganization()).administrator })
    await manageViews(foreign)
    await foreign.getByText('No saved views yet.').waitFor()
    expect(await viewLink(foreign, /^Shared/).count()).toBe(0)
  })

  test('if the saved views failed to load, they appear after a retry', async () => {
    const { member } = await newOrganization()
    const page = await open('/incidents?q=door', { as: member })
    await saveView(page, 'Doors')
    await page.route('**/api/console/views', (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.reload()
    const retry = page.getByRole('button', { name: 'Couldn’t load your views. Try again' })
    await retry.waitFor()
    await viewLink(page, /^Mine/).waitFor()
    expect(await viewLink(page, /^Doors/).count()).toBe(0)
    await page.unroute('**/api/console/views')
    await retry.click()
    await viewLink(page, /^Doors/).waitFor()
  })

  test('the dialog rejects a view without a name', async () => {
    const { member } = await newOrganization()
    const page = await open('/incidents?q=door', { as: member })
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Fill in this field.').waitFor()
    await expectNoAxeViolations(page)
  })
})

describe('an open view whose filters have changed', () => {
  test('“Update view” stores the changed filters in the view', async () => {
    const { member } = await newOrganization()
    const page = await open('/incidents?priority=MAJOR', { as: member })
    await saveView(page, 'Ours')
    const update = page.getByRole('button', { name: 'Update view' })
    expect(await update.count()).toBe(0)
    await page.getByRole('searchbox').fill('door')
    await update.click()
    await page.getByText('View “Ours” updated').waitFor()
    await update.waitFor({ state: 'detached' })
    await page.goto('/incidents')
    await viewLink(page, /^Ours/).click()
    await page.waitForURL('**/incidents?priority=MAJOR&q=door&view=*')
  })

  test('“Save as new” saves and opens a new view, and the former view is not changed', async () => {
    const { member } = await newOrganization()
    const page = await open('/incidents?priority=MAJOR', { as: member })
    await saveView(page, 'Ours')
    await page.getByRole('searchbox').fill('door')
    await saveView(page, 'Doors', { button: 'Save as new' })
    expect(await page.getByRole('button', { name: 'Save as new' }).count()).toBe(0)
    await viewLink(page, /^Ours/).click()
    await page.getByRole('heading', { level: 1, name: 'Ours' }).waitFor()
    expect(filtersIn(page.url())).toBe('priority=MAJOR')
  })

  test('changed filters of a colleague’s view or a built-in view can only be saved as a new view', async () => {
    const { member, administrator } = await newOrganization()
    const theirs = await open('/incidents?q=door', { as: administrator })
    await saveView(theirs, 'Doors', { shared: true })
    const page = await open('/incidents', { as: member })
    for (const name of [/^Doors/, /^Unassigned/]) {
      await viewLink(page, name).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.getByRole('searchbox').fill('lamp')
      await page.getByRole('button', { name: 'Save as new' }).waitFor()
      expect(await page.getByRole('button', { name: 'Update view' }).count()).toBe(0)
    }
  })
})

describe('filters between list and board', () => {
  test('the navigation links “Board” and “Incidents” preserve the filters, but the board drops the filter for open incidents', async () => {
    const { member } = await newOrganization()
    const page = await open('/incidents?state=open&priority=MAJOR', { as: member })
    const navigation = page.getByRole('navigation')
    await navigation.getByRole('link', { name: 'Board' }).click()
    await page.waitForURL('**/board?priority=MAJOR')
    await navigation.getByRole('link', { name: 'Incidents' }).click()
    await page.waitForURL('**/incidents?priority=MAJOR&state=open')
    await navigation.getByRole('link', { name: 'Incidents' }).click()
    await page.waitForURL('**/incidents?state=open')
  })

  test('the link “As board” preserves the filters and the open view', async () => {
    const { member } = await newOrganization()
    const page = await open('/incidents', { as: member })
    await viewLink(page, /^Critical/).click()
    await page.getByRole('heading', { level: 1, name: 'Critical' }).waitFor()
    await page.getByRole('link', { name: 'As board' }).click()
    await page.waitForURL('**/board?*')
    await page.getByRole('heading', { level: 1, name: 'Critical' }).waitFor()
    expect(filtersIn(page.url())).toBe('priority=CRITICAL&state=open')
  })
})
