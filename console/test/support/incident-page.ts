import { v7 as uuidv7 } from 'uuid'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { IncidentDetails } from '@tocsin/contract/api/incident-change.ts'
import type { Page, Route } from 'playwright-core'
import { publishConfiguration } from '../../../server/src/configuration/publish.ts'
import { addLocation } from '../../../server/src/directory/add-location.ts'
import { addPoint } from '../../../server/src/directory/add-point.ts'
import { signInAs, type SignedIn } from '../../../server/test/support/console.ts'
import { browser, serverUrl } from './browser.ts'
import { callExternally } from './external-api.ts'
import { organizations } from './organization.ts'

/**
 * Creates an organization with one type, category, location and point for specs of the incident page.
 * Call it at the top level of the spec file, because it registers Vitest hooks.
 */
export async function incidentPages() {
  const open = browser()
  const newOrganization = organizations()
  const organization = await newOrganization()
  const { scope, key, member } = organization
  const [typeId, categoryId, profileId] = [uuidv7(), uuidv7(), uuidv7()]
  await publishConfiguration(scope, {
    types: [{ id: typeId, name: 'Refrigeration', active: true, profileId: null }],
    categories: [{ id: categoryId, typeId, name: 'Too warm', active: true }],
    profiles: [{ id: profileId, name: 'Standard', fields: { name: { rule: 'required' } } }],
    defaultProfileId: profileId,
  })
  const location = await addLocation(scope, { name: 'Harbour Street' })
  const point = await addPoint(scope, { locationId: location.id, name: 'Freezer 3' })
  const colleague: SignedIn = await signInAs(serverUrl(), scope, 'member')
  const openIncident = async (incident: IncidentResponse, as = member, screen: 'desktop' | 'phone' = 'desktop') => {
    const page = await open(`/incidents/${incident.id}`, { as, screen })
    await page.getByRole('heading', { level: 1, name: incident.name! }).waitFor()
    return page
  }
  const read = async ({ id }: IncidentResponse): Promise<IncidentResponse> => {
    const { nextStates: _nextStates, ...incident } = await callExternally<IncidentDetails>(
      key,
      'GET',
      `/incidents/${id}`,
    )
    return incident
  }
  return { ...organization, open, newOrganization, colleague, typeId, categoryId, location, point, openIncident, read }
}

export const timelineOf = (page: Page) => page.getByRole('list', { name: 'Comments and changes' })

export const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

/** Returns the button with the state of the incident, which opens the menu of the next states. */
export const stateButton = (page: Page, state: string) =>
  page.getByRole('button', { name: `State: ${state}`, exact: true })

/** Uses the menu of the page to move the incident to a state. */
export async function moveTo(page: Page, state: string): Promise<void> {
  await page.getByRole('button', { name: /^State: / }).click()
  await page.getByRole('option', { name: state }).click()
}

/** Route handler for Playwright that answers GET requests with status 400. All other requests reach the server. */
export const failReads = (route: Route) =>
  route.request().method() === 'GET' ? route.fulfill({ status: 400, body: '{}' }) : route.fallback()
