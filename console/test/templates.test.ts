import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { currentConfiguration } from '../../server/src/configuration/published.ts'
import { applyTemplate } from '../../server/src/templates/apply.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, focusedText } from './support/browser.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

const gettingStarted = (page: Page) => page.getByRole('region', { name: 'Getting started' })

test('an administrator can preview a template, apply it, and go on to the first report', async () => {
  const { administrator, scope } = await newOrganization()
  const page = await open('/overview', { as: administrator })
  const shops = gettingStarted(page).getByRole('listitem').filter({ hasText: 'Supermarkets' }).last()
  await shops.getByText('12 types, 45 categories, 3 report forms, 5 states').waitFor()
  await page.getByRole('button', { name: 'Preview Shops' }).click()
  const preview = page.getByRole('dialog', { name: 'Shops' })
  await preview.getByText('Too warm, Iced up, Leak, Alarm').waitFor()
  await preview.getByText('Waiting for contractor').waitFor()
  await expectNoAxeViolations(page)

  await preview.getByRole('button', { name: 'Use Shops' }).click()
  await page.getByText('You’re using the template “Shops”.').waitFor()
  await gettingStarted(page).getByText('3 of 5 done').waitFor()
  expect(await page.getByRole('button', { name: 'Preview Shops' }).count()).toBe(0)
  expect(await currentConfiguration(scope)).toMatchObject({ revision: 2 })

  await gettingStarted(page).getByRole('link', { name: 'Report your first incident' }).click()
  await page.getByRole('heading', { level: 1, name: 'Report an incident' }).waitFor()
})

test('a template can be chosen with the keyboard alone, and the focus moves to “Choose your report forms”', async () => {
  const { administrator, scope } = await newOrganization()
  const page = await open('/overview', { as: administrator })
  await page.getByRole('button', { name: 'Use Facilities' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedText(page)).toBe('Preview')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('You’re using the template “Facilities”.').waitFor()
  await expect.poll(() => focusedText(page)).toBe('Choose your report forms')
  expect(await currentConfiguration(scope)).toMatchObject({ revision: 2 })
})

test('if another administrator has applied a template first, that template stays, and the page says so', async () => {
  const { administrator, scope } = await newOrganization()
  const page = await open('/overview', { as: administrator })
  await page.getByRole('button', { name: 'Use Shops' }).waitFor()
  await applyTemplate(scope, 'hospital')
  await page.getByRole('button', { name: 'Use Shops' }).click()
  await page.getByText('Couldn’t apply the template').waitFor()
  await gettingStarted(page).getByText('3 of 5 done').waitFor()
  const { types } = await currentConfiguration(scope)
  expect(types.map(({ name }) => name)).toContain('Medication')
})

test('the page of the report forms offers the templates as long as there are no types', async () => {
  const { administrator } = await newOrganization()
  const page = await open('/configuration', { as: administrator })
  await page.getByRole('heading', { name: 'There are no types yet' }).waitFor()
  await page.getByRole('button', { name: 'Use Hospital' }).click()
  await page.getByRole('heading', { name: 'Pressure injury' }).waitFor()
  expect(await page.getByRole('button', { name: 'Use Hospital' }).count()).toBe(0)
})

test.each([
  ['desktop', 'dark', 30],
  ['phone', 'light', 44],
  ['phone', 'dark', 44],
] as const)(
  'the page of the templates fits the screen of a %s in the %s colour scheme',
  async (screen, colorScheme, leastHeightPx) => {
    const { administrator } = await newOrganization()
    const page = await open('/overview', { as: administrator, screen, colorScheme })
    await page.getByRole('button', { name: 'Preview Hospital' }).waitFor()
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: screen === 'phone' ? 320 : 1024, height: 640 })
    await expectNoSidewaysScroll(page)
    const buttons = page.getByRole('main').getByRole('button')
    const heights = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(leastHeightPx)
    await page.getByRole('button', { name: 'Preview Hospital' }).click()
    await page.getByRole('dialog').getByText('Needlestick').waitFor()
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
  },
)
