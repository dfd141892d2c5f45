import { expect, inject, test } from 'vitest'
import { startTestServer } from '../../server/test/support/harness.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus } from './support/browser.ts'

const open = browser()
// Start a separate server with an empty database, because the set-up is possible only until a user exists.
const server = process.env.DATABASE_URL ? undefined : await startTestServer({ CONSOLE_DIR: inject('consoleFolder') })

test.skipIf(!server)('only the first visitor of a server without users can set up the server', async () => {
  const page = await open('/', { server: server!.url, screen: 'phone' })
  await page.getByRole('heading', { name: 'Set up Tocsin' }).waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('Name of your organization'))).toBe(true)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Set up' }).click()
  await expect.poll(() => page.getByText('Please fill in this field.').count()).toBe(4)
  await page.getByLabel('Name of your organization').fill('Harbour Foods')
  await page.getByLabel('Your name').fill('Ada Byron')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByText('This is too short.').waitFor()

  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()

  const late = await open('/set-up', { server: server!.url })
  await late.getByText('This server has been set up.').waitFor()
  await expectNoAxeViolations(late)
  await late.getByRole('link', { name: 'Go to sign-in' }).click()
  await late.getByRole('heading', { name: 'Sign in' }).waitFor()
})
