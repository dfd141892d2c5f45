import { v7 as uuidv7 } from 'uuid'
import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { Page } from 'playwright-core'
import { publishConfiguration } from '../../../server/src/configuration/publish.ts'
import { addLocation } from '../../../server/src/directory/add-location.ts'
import { addPoint } from '../../../server/src/directory/add-point.ts'
import { nameField } from './incident-form.ts'
import type { organizations } from './organization.ts'
import type { OpenPage } from './browser.ts'

/**
 * Creates an organization with two locations, a point and three profiles: the default profile, a profile with more
 * required fields for the type “Refrigeration”, and a profile with read-only and hidden fields for the type “Tills”.
 */
export async function createShops(newOrganization: ReturnType<typeof organizations>) {
  const organization = await newOrganization()
  const { scope } = organization
  const location = await addLocation(scope, { name: 'Harbour Street' })
  await addLocation(scope, { name: 'Mill Lane' })
  await addPoint(scope, { locationId: location.id, name: 'Freezer 3' })
  const [cold, warm, till] = [uuidv7(), uuidv7(), uuidv7()]
  const [standard, strict, fixed] = [uuidv7(), uuidv7(), uuidv7()]
  const draft: ConfigurationContent = {
    types: [
      { id: cold, name: 'Refrigeration', active: true, profileId: strict },
      { id: till, name: 'Tills', active: true, profileId: fixed },
      { id: uuidv7(), name: 'Photo booth', active: false, profileId: null },
    ],
    categories: [
      { id: warm, typeId: cold, name: 'Too warm', active: true },
      { id: uuidv7(), typeId: cold, name: 'Icing', active: true },
      { id: uuidv7(), typeId: till, name: 'Scanner', active: true },
    ],
    profiles: [
      { id: standard, name: 'Standard', fields: { name: { rule: 'required' } } },
      {
        id: strict,
        name: 'Cold chain',
        fields: {
          name: { rule: 'required' },
          categoryId: { rule: 'required' },
          locationId: { rule: 'required' },
          tags: { rule: 'optional', default: ['cold-chain'] },
          coordinates: { rule: 'hidden' },
        },
      },
      {
        id: fixed,
        name: 'Till fault',
        fields: {
          name: { rule: 'required', default: 'Till out of order' },
          priority: { rule: 'readOnly', default: 'CRITICAL' },
          locationId: { rule: 'readOnly', default: location.id },
          description: { rule: 'hidden', default: 'Reported at the till' },
        },
      },
    ],
    defaultProfileId: standard,
  }
  await publishConfiguration(scope, draft)
  return { ...organization, draft, location, ids: { cold, warm, till } }
}

/** Opens the select field with this label and chooses an option. */
export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Chooses a type in the report form, whose types are large buttons. */
export const chooseType = (page: Page, name: string): Promise<void> =>
  page.getByRole('radio', { name, exact: true }).click()

/** Unfolds the fields of the report form that few reports need, unless they are unfolded. */
export async function openDetails(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'More details' })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

export const report = (page: Page) => page.getByRole('button', { name: 'Report', exact: true }).click()

/** Opens a URL that shows the report form and waits until the form appears. */
export async function openForm(open: OpenPage, ...[path, options]: Parameters<OpenPage>): Promise<Page> {
  const page = await open(path, options)
  await nameField(page).waitFor()
  return page
}
