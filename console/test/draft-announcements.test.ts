import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { browser } from './support/browser.ts'
import { exampleConfiguration, saved } from './support/example-configuration.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

test('an edit that prevents the publication of a draft is announced as a status, not as an alert', async () => {
  const { administrator, scope } = await newOrganization()
  await publishConfiguration(scope, exampleConfiguration())
  const page = await open('/configuration/draft', { as: administrator })
  await page.getByRole('button', { name: 'Add type' }).click()
  await page.getByRole('status').filter({ hasText: '1 problem' }).waitFor()
  expect(await page.getByRole('alert').filter({ hasText: 'keeps this draft from being published' }).count()).toBe(0)
})

test('a problem of a draft is not announced again while the user types a name that the list of problems repeats', async () => {
  const { administrator, scope } = await newOrganization()
  const configuration = exampleConfiguration()
  const [fire] = configuration.types
  configuration.profiles[1]!.fields.typeId = { rule: 'optional', default: fire!.id }
  await publishConfiguration(scope, configuration)
  const page = await open('/configuration/draft', { as: administrator })
  await page.getByRole('button', { name: /^Fire/ }).click()
  await page.getByRole('switch', { name: 'Active: can be chosen' }).click()
  await page.getByRole('status').filter({ hasText: '1 problem' }).waitFor()
  await saved(page)
  await page.getByRole('tab', { name: 'Forms' }).click()
  await page.getByRole('button', { name: /^Strict/ }).click()

  const readAnnouncements = await recordAnnouncements(page, 'problem|keeps this draft from being published')
  const name = page.getByRole('textbox', { name: 'Name of the form' })
  for (const typed of ['Stricte', 'Stricter']) {
    await name.fill(typed)
    await page.getByRole('button', { name: `Form “${typed}”, default of Type` }).waitFor()
  }
  expect(await readAnnouncements()).toEqual([])
})

/**
 * Records changes in live regions, which screen readers announce.
 * @param pattern regular expression that the text of a recorded live region matches
 * @returns a function that returns the texts of the changed live regions.
 */
async function recordAnnouncements(page: Page, pattern: string): Promise<() => Promise<string[]>> {
  await page.evaluate((source) => {
    const announced: string[] = []
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const text = element?.closest('output, [role=status], [role=alert], [aria-live]')?.textContent
        if (text !== undefined && new RegExp(source).test(text)) announced.push(text)
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { announced })
  }, pattern)
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced)
}
