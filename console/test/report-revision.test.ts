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

describe('report forms filled in while a new revision is published', () => {
  test('a report that the user began before a new configuration revision can be sent under the older revision', async () => {
    const { key, member, scope, draft } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await publishConfiguration(scope, strictlyStandard(draft))
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Begun before' }).waitFor()
    expect((await listExternally(key))[0]!.creationConfigVersion).toBe(2)
  })

  test('the photos of a report stay chosen when the user continues the report with a new revision', async () => {
    const { key, member, scope, draft } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await page.locator('input[type=file][multiple]').setInputFiles([await photo('freezer.jpg')])
    await page.getByRole('list', { name: 'One file chosen' }).waitFor()
    await publishConfiguration(scope, strictlyStandard(draft))
    // Fire the event of a window that becomes visible, because the page reads the configuration on this event.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('The form was revised while you were filling it in (2 → 3)').waitFor()
    await page.getByRole('button', { name: 'Continue with version 3' }).click()
    await page.getByLabel('Description').fill('What is asked for now')
    await report(page)
    await page.getByRole('button', { name: 'Show freezer.jpg' }).waitFor()
    expect((await listExternally(key))[0]!.mediaIds).toHaveLength(1)
  })

  test('a report that the server rejects because its revision is too old can be continued with the new revision', async () => {
    const { key, member, scope, draft } = await createShops(newOrganization)
    await setOldestRevisionAge(scope, 0)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await publishConfiguration(scope, strictlyStandard(draft))
    await page.reload()
    await page.getByRole('button', { name: 'Continue with version 3' }).waitFor()
    await report(page)
    await page.getByText('Reports under the version you started with are no longer accepted').waitFor()
    expect(await page.getByText('1 field still needs an answer').count()).toBe(0)
    await page.getByRole('button', { name: 'Continue with version 3' }).click()
    await page.getByRole('alert').getByText('1 field still needs an answer').waitFor()
    await page.getByLabel('Description').fill('What is asked for now')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Begun before' }).waitFor()
    expect((await listExternally(key))[0]!.creationConfigVersion).toBe(3)
  })

  test('after a new revision, the report form lists the changed rules, and the entered values stay in the form', async () => {
    const { key, member, scope, draft } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Begun before')
    await publishConfiguration(scope, strictlyStandard(draft))
    await page.reload()
    await page.getByText('The form was revised while you were filling it in (2 → 3)').waitFor()
    await page.getByText('Description is now required.').waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Continue with version 3' }).click()
    await report(page)
    await page.getByText('Description: Describe what happened.').waitFor()
    await expect.poll(() => nameField(page).inputValue()).toBe('Begun before')
    await page.getByLabel('Description').fill('What is asked for now')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Begun before' }).waitFor()
    expect((await listExternally(key))[0]!.creationConfigVersion).toBe(3)
  })
})
