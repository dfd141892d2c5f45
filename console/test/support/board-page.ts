import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { browser } from './browser.ts'
import { callExternally, createExternally, listExternally } from './external-api.ts'
import type { organizations } from './organization.ts'

export const column = (page: Page, state: string) => page.getByRole('region', { name: state, exact: true })
export const cards = (page: Page, state: string) => column(page, state).getByRole('listitem')

/** Moves the card of an incident with the menu of the card, and waits until the new column shows the card. */
export async function move(page: Page, name: string, state: string): Promise<void> {
  await page.getByRole('button', { name: `Move ${name} to…` }).click()
  await page.getByRole('menuitem', { name: state }).click()
  await cards(page, state).getByText(name).waitFor()
}

/**
 * Returns a function that creates an organization with one incident for each given name, and opens the board.
 * That function returns the organization, the page, and `stateOf`, which reads an incident's state through the API.
 */
export function boardOpener(open: ReturnType<typeof browser>, newOrganization: ReturnType<typeof organizations>) {
  return async (...names: string[]) => {
    const organization = await newOrganization()
    for (const name of names) await createExternally(organization.key, { name })
    const page = await open('/board', { as: organization.member })
    await column(page, 'Closed').waitFor()
    await expect.poll(() => cards(page, 'Open').count()).toBe(names.length)
    const stateOf = async (name: string) => {
      const { data } = await callExternally<{ data: { id: string; name: string }[] }>(
        organization.key,
        'GET',
        '/workflow-states',
      )
      const incident = (await listExternally(organization.key)).find((candidate) => candidate.name === name)!
      return data.find(({ id }) => id === incident.stateId)!.name
    }
    return { ...organization, page, stateOf }
  }
}
