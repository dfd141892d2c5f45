import { expect, inject, test } from 'vitest'
import { makeSetUpCode } from '../../server/src/identity/set-up/code.ts'
import { startTestServer } from '../../server/test/support/harness.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus } from './support/browser.ts'

const open = browser()
// Start a separate server with an empty database, because the set-up is possible only until an organization exists.
const server = process.env.DATABASE_URL ? undefined : await startTestServer({ CONSOLE_DIR: inject('consoleFolder') })

test.skipIf(!server)(
  'the address in the log fills in the set-up code, so that the first field is the name',
  async () => {
    const page = await open('/set-up#7KQF-M2XD-94TB-HWRC', { server: server!.url })
    await expect.poll(() => hasFocus(page.getByLabel('Name of your organization'))).toBe(true)
    expect(await page.getByLabel('Set-up code').inputValue()).toBe('7KQF-M2XD-94TB-HWRC')
  },
)

test.skipIf(!server)('only a visitor with a set-up code can set up the server, and only once', async () => {
  const page = await open('/', { server: server!.url, screen: 'phone' })
  await page.getByRole('heading', { name: 'Set up Tocsin' }).waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('Set-up code'))).toBe(true)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Set up' }).click()
  await expect.poll(() => page.getByText('Fill in this field.').count()).toBe(5)
  await page.getByLabel('Set-up code').fill('7KQF-M2XD-94TB-HWRC')
  await page.getByLabel('Name of your organization').fill('Harbour Foods')
  await page.getByLabel('Your name').fill('Ada Byron')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByText('Use at least 12 characters.').waitFor()

  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByText('This isn’t a code of this server.').waitFor()

  await page.getByLabel('Set-up code').fill((await makeSetUpCode(server!.database.database))!)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.getByRole('region', { name: 'Getting started' }).getByText('0 of 5 done').waitFor()

  const late = await open('/set-up', { server: server!.url })
  await late.getByText('This server has been set up.').waitFor()
  await expectNoAxeViolations(late)
  await late.getByRole('link', { name: 'Go to sign-in' }).click()
  await late.getByRole('heading', { name: 'Sign in' }).waitFor()
})
