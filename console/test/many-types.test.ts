import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { browser } from './support/browser.ts'
import { exampleConfiguration } from './support/example-configuration.ts'
import { organizations } from './support/organization.ts'
import { countRenderedComponents, watchRenderedComponents } from './support/rendered-components.ts'
import { waitUntilLoaded } from './support/wait-until-loaded.ts'

const open = browser()
const newOrganization = organizations()

test('a letter typed into the name of a type renders none of the other types of the draft again', () =>
  expectIndependentOfTypes(async (types) => {
    const page = await openWatched('/configuration/draft', types)
    await page.getByRole('button', { name: /^Fire/ }).click()
    await page.getByRole('textbox', { name: 'Name of the type' }).press('End')
    return countRenderedComponents(page, async () => {
      await page.keyboard.press('s')
      await page.getByRole('button', { name: /^Fires/ }).waitFor()
    })
  }))

test('a letter typed into the report form renders no options of the closed list of types', () =>
  expectIndependentOfTypes(async (types) => {
    const page = await openWatched('/incidents/new', types)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.focus()
    return countRenderedComponents(page, async () => {
      await page.keyboard.press('s')
      await expect.poll(() => name.inputValue()).toBe('s')
    })
  }))

/** Expects that React renders fewer than 100 further components if there are 100 further types. */
async function expectIndependentOfTypes(renderedWith: (types: number) => Promise<number>): Promise<void> {
  const [few, many] = [await renderedWith(10), await renderedWith(110)]
  expect(few).toBeGreaterThan(0)
  expect(many - few).toBeLessThan(100)
}

/** Opens a page of an organization with this number of types, and watches the components that React renders. */
async function openWatched(path: string, types: number): Promise<Page> {
  const { administrator, scope } = await newOrganization()
  const configuration = exampleConfiguration()
  for (let number = configuration.types.length; number < types; number++)
    configuration.types.push({ id: randomUUID(), name: `Type ${number}`, active: true, profileId: null })
  await publishConfiguration(scope, configuration)
  const page = await open('/about', { as: administrator })
  await watchRenderedComponents(page)
  await page.goto(path)
  await waitUntilLoaded(page)
  return page
}
