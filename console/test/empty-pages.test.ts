import { test } from 'vitest'
import { browser } from './support/browser.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

test('in an empty organization, each page without content names the next step', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/incidents?state=open', { as: administrator })
  await page.getByRole('heading', { name: 'Nothing is open' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Report an incident' }).first().waitFor()
  await page.goto('/incidents')
  await page.getByRole('heading', { name: 'No incidents yet' }).waitFor()
  await page.goto('/split')
  await page.getByText('No incidents yet').waitFor()
  await page.goto('/directory')
  await page.getByRole('button', { name: 'Add a location' }).click()
  await page.getByRole('dialog', { name: 'Add a location' }).waitFor()
  await page.goto('/webhooks')
  await page.getByRole('button', { name: 'Add the first one' }).click()
  await page.getByRole('dialog').waitFor()
})
