import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addLocation } from '../../../server/src/directory/add-location.ts'
import { signInAs } from '../../../server/test/support/console.ts'
import { browser, serverUrl } from './browser.ts'
import { createExternally } from './external-api.ts'
import { rowsOf } from './incident-rows.ts'
import { organizations } from './organization.ts'

const namesOf = (page: Page) => rowsOf(page).getByRole('link').allTextContents()

/** Waits until the incident list has loaded its rows and shows exactly these names in this order. */
export async function expectNames(page: Page, names: string[]): Promise<void> {
  await expect.poll(() => namesOf(page)).toEqual(names)
  // Wait until the list has loaded its rows. A list that is loading shows the previous rows, which may have the same
  // names.
  await expect.poll(() => page.locator('[role=grid][aria-busy=true]').count()).toBe(0)
}

/** Names of the incidents that `incidentLists` creates, newest first as in the default order of the list. */
export const newestFirst = ['Aisle wet', 'Lamp out', 'Freezer warm', 'Door jams']

export const filters = (page: Page) => page.getByRole('group', { name: 'Filters' })

/**
 * Creates an organization with four incidents for specs of the incident list.
 * Call it at the top level of the spec file, because it registers Vitest hooks.
 */
export async function incidentLists() {
  const open = browser()
  const newOrganization = organizations()
  const { scope, key, member } = await newOrganization()
  const colleague = await signInAs(serverUrl(), scope, 'member')
  const harbour = await addLocation(scope, { name: 'Harbour Street' })
  const door = await createExternally(key, { name: 'Door jams', priority: 'MINOR', tags: ['entrance'] })
  await createExternally(key, { name: 'Freezer warm', priority: 'CRITICAL', locationId: harbour.id, externalId: 'F-1' })
  await createExternally(key, { name: 'Lamp out', priority: 'MAJOR', assigneeId: colleague.user.id })
  await createExternally(key, { name: 'Aisle wet', priority: 'MAJOR', locationId: harbour.id })
  const openList = async (path = '/incidents', screen: 'desktop' | 'phone' = 'desktop') => {
    const page = await open(path, { as: member, screen })
    await rowsOf(page).first().waitFor()
    return page
  }
  return { open, newOrganization, member, colleague, harbour, door, openList }
}
