import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browser, signIn } from './support/browser.ts'
import { listExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'
import { photo } from './support/photo.ts'
import { createShops, openForm, report } from './support/report-form.ts'

const open = browser()
const newOrganization = organizations()

const chosen = (page: Page, count: string) => page.getByRole('list', { name: count })
const noRoom = 'This device has no room to keep your photos. Reloading the page loses them.'

/** Opens the report form, chooses one photo and waits until the browser has stored it. */
async function formWithPhoto() {
  const shops = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: shops.member })
  await page.locator('input[type=file][multiple]').setInputFiles([await photo('freezer.jpg')])
  await chosen(page, 'One file chosen').waitFor()
  await expect.poll(() => storedFiles(page)).toBe(1)
  return { ...shops, page }
}

/**
 * Counts the files of unsent reports in the browser's storage. The console shows a chosen file before it stores the
 * file.
 */
const storedFiles = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('tocsin-report-files')
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('files').objectStore('files').getAllKeys()
          reading.addEventListener('success', () =>
            resolve(reading.result.filter((key) => (key as string[])[1] === 'file').length),
          )
        })
      }),
  )

describe('photos of a report that is not sent yet', () => {
  test('photos of an unsent report survive a reload, and are shown only to the user who chose them', async () => {
    const { page, administrator } = await formWithPhoto()
    await nameField(page).fill('Half a report')
    await page.reload()
    await page.getByText('This is what you entered before.').waitFor()
    await chosen(page, 'One file chosen').waitFor()
    await page.locator('input[type=file][multiple]').setInputFiles([await photo('door.jpg', 'door')])
    await expect.poll(() => storedFiles(page)).toBe(2)
    await page.reload()
    await chosen(page, '2 files chosen').waitFor()

    await signIn(page.context(), administrator)
    await page.reload()
    await nameField(page).waitFor()
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0)
  })

  test('photos of a restored report are attached to the incident, and then deleted from the browser', async () => {
    const { page, key } = await formWithPhoto()
    await page.reload()
    await chosen(page, 'One file chosen').waitFor()
    await nameField(page).fill('With a photo')
    await report(page)
    await page.getByRole('button', { name: 'Show freezer.jpg' }).waitFor()
    expect((await listExternally(key))[0]!.mediaIds).toHaveLength(1)
    await page.goto('/incidents/new')
    await nameField(page).waitFor()
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0)
  })

  test('discarding a report draft deletes the stored photos', async () => {
    const { page } = await formWithPhoto()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await chosen(page, 'One file chosen').waitFor({ state: 'detached' })
    await expect.poll(() => storedFiles(page)).toBe(0)
    await page.reload()
    await nameField(page).waitFor()
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0)
    expect(await page.getByText('This is what you entered before.').count()).toBe(0)
  })

  test('if the device has no room to store the photos, the report form says so, and still sends them', async () => {
    const { member, key } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    expect(await page.getByText(noRoom).count()).toBe(0)
    await page.locator('input[type=file][multiple]').setInputFiles([await photo('freezer.jpg')])
    await page.getByText(noRoom).waitFor()
    await nameField(page).fill('With a photo')
    await report(page)
    await page.getByRole('button', { name: 'Show freezer.jpg' }).waitFor()
    expect((await listExternally(key))[0]!.mediaIds).toHaveLength(1)
  })

  test('if the storage of the browser never answers, the report form still opens and sends photos', async () => {
    const { member, key } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    })
    await page.reload()
    await nameField(page).fill('With a photo')
    expect(await page.getByText(noRoom).count()).toBe(0)
    await page.locator('input[type=file][multiple]').setInputFiles([await photo('freezer.jpg')])
    await page.getByText(noRoom).waitFor()
    await report(page)
    await page.getByRole('button', { name: 'Show freezer.jpg' }).waitFor()
    expect((await listExternally(key))[0]!.mediaIds).toHaveLength(1)
  })

  test('if the browser has no storage for files, the report form still opens and sends photos', async () => {
    const { member, key } = await createShops(newOrganization)
    const page = await openForm(open, '/incidents/new', { as: member })
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
    await page.reload()
    await nameField(page).fill('With a photo')
    await page.locator('input[type=file][multiple]').setInputFiles([await photo('freezer.jpg')])
    await page.getByText(noRoom).waitFor()
    await report(page)
    await page.getByRole('button', { name: 'Show freezer.jpg' }).waitFor()
    expect((await listExternally(key)).map(({ mediaIds }) => mediaIds.length)).toEqual([1])
  })

  test("photos that the browser's storage returns late are added to the photos chosen in the meantime", async () => {
    const { page } = await formWithPhoto()
    await page.addInitScript(answerLater)
    await page.reload()
    await nameField(page).waitFor()
    await page.locator('input[type=file][multiple]').setInputFiles([await photo('door.jpg', 'door')])
    await page.getByText(noRoom).waitFor()
    await chosen(page, 'One file chosen').waitFor()
    await page.evaluate(() => (window as unknown as { answerNow: () => void }).answerNow())
    await chosen(page, '2 files chosen').waitFor()
    await page.getByText(noRoom).waitFor({ state: 'detached' })
    const other = await page.context().newPage()
    await other.goto('/incidents/new')
    await chosen(other, '2 files chosen').waitFor()
  })
})

/** Runs in the page. Delays the opening of the browser's storage until `answerNow()` is called. */
function answerLater(): void {
  const openNow = IDBFactory.prototype.open
  IDBFactory.prototype.open = function openLater(name) {
    const request = {} as { -readonly [Key in 'result' | 'onsuccess']: IDBOpenDBRequest[Key] }
    const answerNow = () => {
      const opening = openNow.call(this, name)
      opening.addEventListener('success', (event) => {
        request.result = opening.result
        request.onsuccess?.call(opening, event)
      })
    }
    Object.assign(window, { answerNow })
    return request as IDBOpenDBRequest
  }
}
