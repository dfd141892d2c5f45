import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { setOldestRevisionAge } from '../../server/src/configuration/revisions/set-oldest-revision-age.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { browser } from './support/browser.ts'
import { listExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'
import { photo } from './support/photo.ts'
import { createShops, openForm, report } from './support/report-form.ts'

const open = browser()
const newOrganization = organizations()

const strictlyStandard = (draft: ConfigurationContent): ConfigurationContent => ({
  ...draft,
  types: draft.types.map((type) => ({ ...type, active: type.active && type.name !== 'Tills' })),
  profiles: draft.profiles.map((profile) =>
    profile.name === 'Standard'
      ? { ...profile, fields: { ...profile.fields, description: { rule: 'required' } } }
      : profile,
  ),
})

describe('forms revised while they are filled in', () => {
  test('a report can still be sent under the revision it was started with', async () => {
    const { key, member, scope, draft } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await publishConfiguration(scope, strictlyStandard(draft))
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Begun before' }).waitFor()
    expect((await listExternally(key))[0]!.creationConfigVersion).toBe(2)
  })

  test('chosen photos stay when the form is revised', async () => {
    const { key, member, scope, draft } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await page.locator('input[type=file][multiple]').setInputFiles([await photo('freezer.jpg')])
    await page.getByRole('list', { name: 'One file chosen' }).waitFor()
    await publishConfiguration(scope, strictlyStandard(draft))
    // Browsers fire this when the window becomes visible again.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('The form was revised while you were filling it in (2 → 3)').waitFor()
    await page.getByRole('button', { name: 'Continue with revision 3' }).click()
    await page.getByLabel('Description').fill('What is asked for now')
    await report(page)
    await page.getByRole('button', { name: 'Show freezer.jpg' }).waitFor()
    expect((await listExternally(key))[0]!.mediaIds).toHaveLength(1)
  })

  test('a report under a revision that is too old can continue with the new one', async () => {
    const { key, member, scope, draft } = await createShops(newOrganization)
    await setOldestRevisionAge(scope, 0)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await publishConfiguration(scope, strictlyStandard(draft))
    await page.reload()
    await page.getByRole('button', { name: 'Continue with revision 3' }).waitFor()
    await report(page)
    await page.getByText('Reports under the revision you started with are no longer accepted').waitFor()
    expect(await page.getByText('to change before this can be reported').count()).toBe(0)
    await page.getByRole('button', { name: 'Continue with revision 3' }).click()
    await page.getByRole('alert').getByText('One field has to change before this can be reported').waitFor()
    await page.getByLabel('Description').fill('What is asked for now')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Begun before' }).waitFor()
    expect((await listExternally(key))[0]!.creationConfigVersion).toBe(3)
  })

  test('a revised form lists its changes and keeps the entries', async () => {
    const { key, member, scope, draft } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await publishConfiguration(scope, strictlyStandard(draft))
    await page.reload()
    await page.getByText('The form was revised while you were filling it in (2 → 3)').waitFor()
    await page.getByText('Description is now required.').waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Continue with revision 3' }).click()
    await report(page)
    await page.getByText('Description: Please fill in this field.').waitFor()
    await expect.poll(() => nameField(page).inputValue()).toBe('Begun before')
    await page.getByLabel('Description').fill('What is asked for now')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Begun before' }).waitFor()
    expect((await listExternally(key))[0]!.creationConfigVersion).toBe(3)
  })
})
