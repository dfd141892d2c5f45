import { randomUUID } from 'node:crypto'
import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import type { Page } from 'playwright-core'
import { publishConfiguration } from '../../../server/src/configuration/publish.ts'
import { serverUrl } from './browser.ts'
import type { organizations } from './organization.ts'

interface Answer {
  status: number
  body: IncidentResponse & ProblemDetails
}

/** Creates an incident through the external API. @returns the status and the body of the response, even of an error */
export async function createThroughApi(key: string, fields: object): Promise<Answer> {
  const answer = await fetch(new URL('/api/v1/incidents', serverUrl()), {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ clientRequestId: randomUUID(), ...fields }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

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
