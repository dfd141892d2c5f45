import { expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { browser } from './support/browser.ts'
import { exampleConfiguration } from './support/example-configuration.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const { administrator, scope } = await organizations()()

test('an edit that prevents the publication of a draft is announced as a status, not as an alert', async () => {
  await publishConfiguration(scope, exampleConfiguration())
  const page = await open('/configuration/draft', { as: administrator })
  await page.getByRole('button', { name: 'Add type' }).click()
  await page.getByRole('status').filter({ hasText: '1 problem' }).waitFor()
  expect(await page.getByRole('alert').filter({ hasText: 'keeps this draft from being published' }).count()).toBe(0)
})
