import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { browser } from './support/browser.ts'
import { organizations, type Account } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

/**
 * Opens the menu of saved views.
 * @param name label of the button that opens the menu: the name of the current view, or “Views” if there is none
 */
async function openMenu(page: Page, name = 'Views') {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).waitFor()
}

async function save(path: string, as: Account, name: string, { shared = false } = {}) {
  const page = await open(path, { as })
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill(name)
  if (shared) await dialog.getByRole('switch', { name: 'Share with everybody' }).press(' ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`View “${name}” saved`).waitFor()
  await dialog.waitFor({ state: 'detached' })
  return page
}

describe('saved views', () => {
  test('a saved view restores its filters and sort, and the list shows the name of the view', async () => {
    const { member } = await newOrganization()
    const page = await save('/incidents?priority=CRITICAL&assigned=false&sort=name', member, 'Urgent and nobody’s')
    await page.getByRole('button', { name: 'Urgent and nobody’s' }).waitFor()
    await page.goto('/incidents')
    await openMenu(page)
    await expectNoAxeViolations(page)
    await page.getByRole('menuitem', { name: 'Urgent and nobody’s' }).click()
    await page.waitForURL('**/incidents?priority=CRITICAL&assigned=false&sort=name')
  })

  test('choosing a view that was saved on the board opens the board with the filters of the view', async () => {
    const { member } = await newOrganization()
    const page = await save('/board?priority=MAJOR', member, 'Major ones')
    await page.goto('/incidents')
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Major ones board' }).click()
    await page.waitForURL('**/board?priority=MAJOR')
  })

  test('a shared view is shown only to its organization, and a private view only to its owner', async () => {
    const { member, administrator } = await newOrganization()
    await save('/incidents?q=door', member, 'Private')
    await save('/incidents?q=lamp', member, 'Shared', { shared: true })
    const theirs = await open('/incidents', { as: administrator })
    await openMenu(theirs)
    await theirs.getByRole('menuitem', { name: 'Shared' }).waitFor()
    expect(await theirs.getByRole('menuitem', { name: 'Private' }).count()).toBe(0)

    const stranger = await open('/incidents', { as: (await newOrganization()).administrator })
    await openMenu(stranger)
    await stranger.getByText('No saved views yet.').waitFor()
  })

  test('if the saved views failed to load, they appear in the menu after a retry', async () => {
    const { member } = await newOrganization()
    await save('/incidents?q=door', member, 'Doors')
    const page = await open('/incidents', { as: member })
    await page.route('**/api/console/views', (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.reload()
    await openMenu(page)
    const retry = page.getByRole('menuitem', { name: 'Try again' })
    await retry.waitFor()
    expect(await page.getByText('No saved views yet.').count()).toBe(0)
    await page.unroute('**/api/console/views')
    await retry.click()
    await page.getByRole('menuitem', { name: 'Doors' }).waitFor()
  })

  test('the dialog rejects a view without a name', async () => {
    const { member } = await newOrganization()
    const page = await open('/incidents', { as: member })
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Fill in this field.').waitFor()
    await expectNoAxeViolations(page)
  })
})

describe('managing views', () => {
  test('users can rename, share and delete their own views', async () => {
    const { member, administrator } = await newOrganization()
    const page = await save('/incidents?q=door', member, 'Doors')
    await openMenu(page, 'Doors')
    await page.getByRole('menuitem', { name: 'Manage views…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Views (1)' })
    await dialog.getByLabel('New name of Doors').fill('All doors')
    await dialog.getByRole('button', { name: 'Rename Doors' }).click()
    await page.getByText('View “All doors” changed').waitFor()
    await dialog.getByRole('switch', { name: 'Share All doors with everybody' }).press(' ')
    await expect.poll(() => dialog.getByRole('switch').isChecked()).toBe(true)
    await expectNoAxeViolations(page)

    const theirs = await open('/incidents', { as: administrator })
    await openMenu(theirs)
    await theirs.getByRole('menuitem', { name: 'All doors' }).waitFor()

    await dialog.getByRole('button', { name: 'Delete All doors' }).click()
    await dialog.getByRole('button', { name: 'Really delete All doors?' }).click()
    await page.getByText('View “All doors” deleted').waitFor()
    await page.keyboard.press('Escape')
    await openMenu(page)
    await page.getByText('No saved views yet.').waitFor()
  })

  test('a member cannot change a view shared by an administrator', async () => {
    const { member, administrator } = await newOrganization()
    await save('/incidents?q=door', administrator, 'Doors', { shared: true })
    const page = await open('/incidents', { as: member })
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Manage views…' }).click()
    await page.getByText('There are no views that you may change.').waitFor()
  })
})
