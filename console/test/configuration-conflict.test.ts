import { randomUUID } from 'node:crypto'
import { contentOf } from '@tocsin/contract/rules/content-of.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { currentConfiguration } from '../../server/src/configuration/published.ts'
import { addUser } from '../../server/src/directory/users/add.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { browser } from './support/browser.ts'
import { configuredOrganizations, exampleConfiguration, saved } from './support/example-configuration.ts'
import { delayRequests } from './support/delay-requests.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newConfigured = configuredOrganizations(organizations())

/** Opens the configuration draft of a new organization for two administrators, Ada and Bea, in two browsers. */
async function openTwice(screen: 'desktop' | 'phone' = 'desktop') {
  const organization = await newConfigured()
  const bea = { name: 'Bea Berg', email: `${randomUUID()}@example.com`, password: randomUUID() }
  await addUser(organization.scope, { ...bea, role: 'administrator' })
  const [adas, beas] = [
    await open('/configuration/draft', { as: organization.administrator, screen }),
    await open('/configuration/draft', { as: bea }),
  ]
  await Promise.all([expand(adas, 'Fire'), expand(beas, 'Theft')])
  return { ...organization, adas, beas }
}

const expand = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
const rename = (page: Page, name: string) => page.getByRole('textbox', { name: 'Name of the type' }).first().fill(name)
const types = async (page: Page) =>
  (
    await page
      .getByRole('heading', { level: 2 })
      .filter({ hasText: /categor/ })
      .allTextContents()
  ).map((text) => /^[A-Z][a-z]+?(?=\d)/.exec(text)?.[0])

describe('two administrators editing one draft', () => {
  test.each(['desktop', 'phone'] as const)(
    'on a %s, an administrator can combine a draft edit with an edit that another administrator saved first',
    async (screen) => {
      const { adas, beas } = await openTwice(screen)
      await rename(beas, 'Burglary')
      await saved(beas)
      await rename(adas, 'Blaze')
      const alert = adas.getByRole('alert').filter({ hasText: 'Bea Berg changed this draft while you were editing it' })
      await alert.getByText('You changed different things').waitFor()
      await expectNoAxeViolations(adas)
      await alert.getByRole('button', { name: 'Combine both' }).click()
      await saved(adas)
      await expect.poll(() => types(adas)).toEqual(['Blaze', 'Burglary'])
      await adas.reload()
      await adas.getByRole('button', { name: /^Blaze/ }).waitFor()
      await expect.poll(() => types(adas)).toEqual(['Blaze', 'Burglary'])
    },
  )

  test('the Publish button waits for a running save, and opens no dialog if the save reports a conflict', async () => {
    const { adas, beas } = await openTwice()
    await rename(beas, 'Burglary')
    await saved(beas)
    const saving = await delayRequests(adas, 'PUT', '**/api/console/configuration/draft')
    await rename(adas, 'Blaze')
    await saving.hasStarted
    await adas.getByRole('button', { name: 'Publish' }).click()
    saving.release()
    const alert = adas.getByRole('alert').filter({ hasText: 'Bea Berg changed this draft while you were editing it' })
    await alert.getByRole('button', { name: 'Combine both' }).waitFor()
    expect(await adas.getByRole('dialog').count()).toBe(0)
  })

  test('a type renamed by two administrators is listed as a conflict, and the user chooses one of the two names', async () => {
    const { adas, beas } = await openTwice()
    await expand(beas, 'Theft')
    await expand(beas, 'Fire')
    await rename(beas, 'Burning')
    await saved(beas)
    await rename(adas, 'Blaze')
    const alert = adas.getByRole('alert').filter({ hasText: 'Bea Berg changed' })
    await alert.getByText('Type “Blaze”').waitFor()
    await alert.getByRole('button', { name: 'Keep only theirs' }).click()
    await expect.poll(() => types(adas)).toEqual(['Burning', 'Theft'])
  })

  test('if somebody else publishes the draft during an edit, the edit continues as a draft of the new revision', async () => {
    const { adas, beas } = await openTwice()
    await rename(beas, 'Burglary')
    await saved(beas)
    await beas.getByRole('button', { name: 'Publish' }).click()
    await beas.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await beas.getByText('Version 3 is live.').waitFor()
    await rename(adas, 'Blaze')
    const alert = adas.getByRole('alert').filter({ hasText: 'Somebody published version 3' })
    await alert.getByRole('button', { name: 'Combine both' }).click()
    await saved(adas)
    await adas.getByText('Based on version 3').waitFor()
    await adas.getByRole('tab', { name: 'Changes' }).click()
    await adas.getByText('“Fire” is now called “Blaze”.').waitFor()
    expect(await adas.getByRole('tabpanel').getByText('Burglary').count()).toBe(0)
  })

  test('discarding a draft asks a second time if somebody else changed the draft before the dialog opened', async () => {
    const { adas, beas } = await openTwice()
    await rename(adas, 'Blaze')
    await saved(adas)
    await beas.reload()
    await expand(beas, 'Theft')
    await rename(beas, 'Burglary')
    await saved(beas)
    await adas.getByRole('button', { name: 'Discard' }).click()
    await adas.getByRole('button', { name: 'Discard the draft' }).click()
    await adas.getByText('The draft has changed in the meantime. Check it again before you discard it.').waitFor()
    await adas.getByText('This is the version that Bea Berg has just saved.').waitFor()
    await expect.poll(() => types(adas)).toEqual(['Blaze', 'Burglary'])
    await adas.getByRole('dialog').waitFor({ state: 'detached' })

    await adas.getByRole('button', { name: 'Discard' }).click()
    await adas.getByRole('button', { name: 'Discard the draft' }).click()
    await adas.getByText('Discarded the draft.').waitFor()
  })

  test('discarding a draft asks a second time if somebody else changes the draft while the dialog is open', async () => {
    const { adas, beas } = await openTwice()
    await rename(adas, 'Blaze')
    await saved(adas)
    await beas.reload()
    await expand(beas, 'Theft')
    await adas.getByRole('button', { name: 'Discard' }).click()
    await adas.getByRole('dialog').waitFor()
    await rename(beas, 'Burglary')
    await saved(beas)
    // Fire the event of a window that becomes visible, because the page reads the draft on this event.
    await adas.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await adas.getByText('This is the version that Bea Berg has just saved.').waitFor()
    await adas.getByRole('button', { name: 'Discard the draft' }).click()
    await adas.getByText('The draft has changed in the meantime. Check it again before you discard it.').waitFor()
    await expect.poll(() => types(adas)).toEqual(['Blaze', 'Burglary'])
  })

  test('if somebody else discards the draft during an edit, the edit can still be saved', async () => {
    const { adas, beas } = await openTwice()
    await rename(beas, 'Burglary')
    await saved(beas)
    await beas.getByRole('button', { name: 'Discard' }).click()
    await beas.getByRole('button', { name: 'Discard the draft' }).click()
    await beas.getByText('Discarded the draft.').waitFor()
    await rename(adas, 'Blaze')
    const alert = adas.getByRole('alert').filter({ hasText: 'Somebody discarded this draft' })
    await alert.getByRole('button', { name: 'Keep only mine' }).click()
    await saved(adas)
    await expect.poll(() => types(adas)).toEqual(['Blaze', 'Theft'])
  })
})

const publishedTypes = async (scope: OrganizationScope) =>
  (await currentConfiguration(scope)).types.map(({ name }) => name)

/** Tries to publish a draft of revision 2 although revision 3 is current, and waits for the warning in the dialog. */
async function openOutdatedDraft() {
  const opened = await openTwice()
  await rename(opened.adas, 'Blaze')
  await saved(opened.adas)
  await opened.adas.getByRole('button', { name: 'Publish' }).click()
  const dialog = opened.adas.getByRole('dialog')
  await dialog.getByText('“Fire” is now called “Blaze”.').waitFor()
  const published = contentOf(await currentConfiguration(opened.scope))
  const [fire, theft] = published.types
  await publishConfiguration(opened.scope, { ...published, types: [fire!, { ...theft!, name: 'Burglary' }] })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByText('Version 3 was published after this draft was started from version 2').waitFor()
  return { ...opened, dialog }
}

describe('drafts that are based on an older revision', () => {
  test("a draft of an older revision can be brought up to date, and publishing it keeps the newer revision's changes", async () => {
    const { adas, dialog, scope } = await openOutdatedDraft()
    await dialog.getByText('“Burglary” is now called “Theft”.').waitFor()
    await expectNoAxeViolations(adas)
    await dialog.getByRole('button', { name: 'Bring the draft up to date' }).click()
    await dialog.getByText('“Burglary” is now called “Theft”.').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await adas.getByText('Version 4 is live.').waitFor()
    expect(await publishedTypes(scope)).toEqual(['Blaze', 'Burglary'])
  })

  test('publishing a draft of an older revision undoes the changes of the newer revision only if the user confirms this', async () => {
    const { adas, dialog, scope } = await openOutdatedDraft()
    await dialog.getByRole('button', { name: 'Publish, and undo what version 3 changed' }).click()
    await adas.getByText('Version 4 is live.').waitFor()
    expect(await publishedTypes(scope)).toEqual(['Blaze', 'Theft'])
  })
})

test('the draft page shows an alert if it cannot reload the draft after a rejected publication', async () => {
  const { adas, scope } = await openTwice()
  await rename(adas, 'Blaze')
  await saved(adas)
  await adas.getByRole('button', { name: 'Publish' }).click()
  const dialog = adas.getByRole('dialog')
  await dialog.getByText('“Fire” is now called “Blaze”.').waitFor()
  await publishConfiguration(scope, { ...exampleConfiguration(), categories: [] })
  await adas.route('**/api/console/configuration/draft', (route) => route.fulfill({ status: 404, body: '{}' }))
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await adas.getByRole('alert').getByText('Couldn’t load the draft again').waitFor()
  expect(await publishedTypes(scope)).toEqual(['Fire', 'Theft'])
})

test('the draft page reports a failed save, and the button “Save again” stores the draft', async () => {
  const { adas } = await openTwice()
  await adas.route('**/api/console/configuration/draft', (route) =>
    route.fulfill({ status: 404, body: '<p>A proxy between us</p>' }),
  )
  await rename(adas, 'Blaze')
  await adas.getByText('Couldn’t save the draft').waitFor()
  await adas.unroute('**/api/console/configuration/draft')
  await adas.getByRole('button', { name: 'Save again' }).click()
  await saved(adas)
  await adas.reload()
  await adas.getByRole('button', { name: /^Blaze/ }).waitFor()
  await expect.poll(() => types(adas)).toEqual(['Blaze', 'Theft'])
})
