import { randomUUID } from 'node:crypto'
import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { Page } from 'playwright-core'
import { publishConfiguration } from '../../../server/src/configuration/publish.ts'
import type { organizations } from './organization.ts'

/** Waits until the page shows that the configuration draft is saved. */
export const saved = (page: Page): Promise<void> => page.getByText(/^Saved /).waitFor()

const [fireId, profileId, strictId] = [randomUUID(), randomUUID(), randomUUID()]

/** Returns a configuration with two types: “Fire” uses the profile “Strict”, and “Theft” the default profile. */
export const exampleConfiguration = (): ConfigurationContent => ({
  types: [
    { id: fireId, name: 'Fire', active: true, profileId: strictId },
    { id: randomUUID(), name: 'Theft', active: true, profileId: null },
  ],
  categories: [{ id: randomUUID(), typeId: fireId, name: 'Smoke', active: true }],
  profiles: [
    { id: profileId, name: 'Standard', fields: { name: { rule: 'required' } } },
    {
      id: strictId,
      name: 'Strict',
      fields: {
        name: { rule: 'required' },
        priority: { rule: 'readOnly', default: 'CRITICAL' },
        occurredAt: { rule: 'optional', default: 'now' },
      },
    },
  ],
  defaultProfileId: profileId,
})

/** Returns a function that creates an organization and publishes the example configuration in it as revision 2. */
export const configuredOrganizations = (newOrganization: ReturnType<typeof organizations>) => async () => {
  const organization = await newOrganization()
  await publishConfiguration(organization.scope, exampleConfiguration())
  return organization
}
