import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { Page } from 'playwright-core'
import { nameField } from './incident-form.ts'
import { openDetails } from './report-form.ts'

export type Fields = ConfigurationContent['profiles'][number]['fields']

/**
 * Returns field rules in which name, description, priority, location and time of occurrence have the given rule.
 * @param withDefault true if each of these fields has a default
 */
export function fieldsWithRule(
  rule: 'required' | 'optional' | 'readOnly',
  withDefault: boolean,
  locationId: string,
): Fields {
  const defaults = {
    name: 'Lift stuck',
    description: 'Between floors.',
    priority: 'MAJOR',
    locationId,
    occurredAt: '2026-03-01T08:30:00.000Z',
  }
  const fields = Object.entries(defaults).map(([field, value]) => [
    field,
    { rule, ...(withDefault && { default: value }) },
  ])
  return Object.fromEntries(fields) as Fields
}

export const priority = (page: Page) => page.locator('#incident-priority')

/**
 * Returns the values that the form shows for the fields of `fieldsWithRule`, keyed by field. Leaves out fields that the
 * form does not have.
 */
export const shownValues = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      ['name', 'description', 'priority', 'locationId', 'occurredAt'].flatMap((field) => {
        const input = document.querySelector<HTMLInputElement>(`#incident-${field}`)
        return input ? [[field, input.value]] : []
      }),
    ),
  )

/** Fills in each field of the form that has a rule in `fieldsWithRule`. */
export async function fillAll(page: Page): Promise<void> {
  await nameField(page).fill('Lift is loud')
  await page.locator('#incident-description').fill('It squeaks.')
  await priority(page).click()
  await page.getByRole('option', { name: 'Minor' }).click()
  await page.locator('#incident-locationId').fill('harbour')
  await page.getByRole('option', { name: 'Harbour Street' }).click()
  await openDetails(page)
  await page.locator('#incident-occurredAt').fill('2026-03-02T09:30')
}
