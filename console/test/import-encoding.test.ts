import { expect, test } from 'vitest'
import { browser } from './support/browser.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const { administrator } = await organizations()()

test('an import of a file in windows-1252 is rejected, and the alert says how to save the file', async () => {
  const page = await open('/directory', { as: administrator })
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import locations' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'stores.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('location\nHarbour Street\nMünster\n', 'latin1'),
  })
  const alert = dialog.getByRole('alert')
  await alert.getByText('Couldn’t import the file').waitFor()
  expect(await alert.textContent()).toContain('Save the file as CSV UTF-8 and try again.')
})
