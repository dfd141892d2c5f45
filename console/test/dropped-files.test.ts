import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from '../../server/test/support/temporary-folder.ts'
import { browser } from './support/browser.ts'
import { createExternally } from './support/external-api.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

async function incidentPage(): Promise<Page> {
  const { key, member } = await newOrganization()
  const { id } = await createExternally(key)
  const page = await open(`/incidents/${id}`, { as: member })
  await page.getByText('You can also drop files here').waitFor()
  return page
}

test('dropping a folder and a file adds only the file, and a message says that folders can’t be added', async () => {
  const page = await incidentPage()
  const folder = await makeTemporaryFolder('dropped')
  onTestFinished(() => removeFolder(folder))
  const files = [join(folder, 'photos'), join(folder, 'note.txt')]
  await mkdir(files[0]!)
  await writeFile(files[1]!, 'Door jams')

  const hint = page.getByText('You can also drop files here')
  await hint.scrollIntoViewIfNeeded()
  const { x, y } = (await hint.boundingBox())!
  const devTools = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', {
      type,
      x: x + 5,
      y: y + 5,
      data: { items: files.map(() => ({ mimeType: '', data: '' })), files, dragOperationsMask: 1 },
    })
  await page.getByRole('alert').getByText('Folders can’t be added.').waitFor()
  await page.getByRole('link', { name: 'Download note.txt' }).waitFor()
  expect(await page.getByText('photos', { exact: true }).count()).toBe(0)
})

test('the browser does not open a file that the user drops outside the areas for files', async () => {
  const page = await incidentPage()
  const isOpened = (type: string) =>
    page.getByRole('heading', { level: 1 }).evaluate((heading, name) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['Door jams'], 'note.txt'))
      return heading.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
    }, type)
  expect(await isOpened('dragover')).toBe(false)
  expect(await isOpened('drop')).toBe(false)
})
