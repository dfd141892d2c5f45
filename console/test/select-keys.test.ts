import { expect, test } from 'vitest'
import { browser, hasFocus } from './support/browser.ts'
import { configuredOrganizations } from './support/example-configuration.ts'
import { organizations } from './support/organization.ts'
import { waitUntilLoaded } from './support/wait-until-loaded.ts'

const open = browser()
const newConfigured = configuredOrganizations(organizations())

test('an arrow key opens a select field at its choice, further keys choose another option, and screen readers can follow', async () => {
  const { administrator } = await newConfigured()
  const page = await open('/configuration/draft', { as: administrator })
  await waitUntilLoaded(page)
  await page.getByRole('button', { name: /^Fire/ }).click()
  const field = page.getByRole('combobox', { name: 'Form', exact: true })
  expect(await field.inputValue()).toBe('Strict')
  await field.focus()
  await page.keyboard.press('ArrowDown')
  const list = page.getByRole('listbox')
  await list.waitFor()
  const highlighted = list.locator('[data-combobox-selected]')
  expect(await highlighted.textContent()).toBe('Strict')
  expect(await field.getAttribute('aria-expanded')).toBe('true')
  expect(await field.getAttribute('aria-controls')).toBe(await list.getAttribute('id'))
  expect(await field.getAttribute('aria-activedescendant')).toBe(await highlighted.getAttribute('id'))

  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Standard')
  await expect.poll(() => list.count()).toBe(0)

  await page.keyboard.press('ArrowDown')
  await list.waitFor()
  expect(await highlighted.textContent()).toBe('Standard')
  await page.keyboard.press('Escape')
  await expect.poll(() => list.count()).toBe(0)
  expect(await hasFocus(field)).toBe(true)
})
