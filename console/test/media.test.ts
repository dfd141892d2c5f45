import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { answerFirstRequest } from './support/answer-first-request.ts'
import { browser, hasFocus, isInView, signIn } from './support/browser.ts'
import { delayRequests } from './support/delay-requests.ts'
import { createExternally } from './support/external-api.ts'
import { organizations } from './support/organization.ts'
import { moveTo, stateButton } from './support/incident-page.ts'
import { photo, photoWidth, type ChosenFile } from './support/photo.ts'
import { signOut } from './support/sign-in-form.ts'
import { answerViewCounts } from './support/views.ts'

const open = browser()
const newOrganization = organizations()
const { key, member } = await newOrganization()

const galleryOf = (page: Page) => page.getByRole('region', { name: 'Photos and files' })
const chooseFiles = (page: Page, files: ChosenFile[]) =>
  galleryOf(page).locator('input[type=file][multiple]').setInputFiles(files)

async function openWith(files: ChosenFile[], screen: 'desktop' | 'phone' = 'desktop') {
  const incident: IncidentResponse = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member, screen })
  const gallery = galleryOf(page)
  await chooseFiles(page, files)
  await expect
    .poll(() => gallery.getByRole('list', { name: 'Photos and files' }).getByRole('listitem').count())
    .toBe(files.length)
  return { page, gallery }
}

async function isShown(page: Page, name: string): Promise<void> {
  const picture = page.getByRole('dialog').getByRole('img', { name })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(photoWidth)
}

describe.each(['desktop', 'phone'] as const)('the lightbox on a %s', (screen) => {
  test('the lightbox can be opened, paged and closed by keyboard; after it is closed, the focus is on the picture', async () => {
    const { page, gallery } = await openWith([await photo('one.jpg'), await photo('two.jpg', 'door')], screen)
    await gallery.getByRole('button', { name: 'Show one.jpg' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'one.jpg' })
    await dialog.getByText('1 of 2').waitFor()
    await isShown(page, 'one.jpg')
    expect(await dialog.evaluate((content) => getComputedStyle(content).backgroundColor)).toBe('rgb(0, 0, 0)')
    expect(await isInView(dialog.getByRole('link', { name: 'Download' }))).toBe(true)
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('ArrowRight')
    await isShown(page, 'two.jpg')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog').getByText('2 of 2').waitFor()
    await page.keyboard.press('ArrowLeft')
    await isShown(page, 'one.jpg')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('one.jpg')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(gallery.getByRole('button', { name: 'Show one.jpg' }))).toBe(true)
  })
})

const fingersAt = (xs: number[]) => xs.map((x, id) => ({ x, y: 400, id }))

test('a swipe shows the next picture, but not with two fingers and not while the page is zoomed', async () => {
  const pictures = [await photo('one.jpg'), await photo('two.jpg', 'door'), await photo('three.jpg')]
  const { page, gallery } = await openWith(pictures, 'phone')
  await gallery.getByRole('button', { name: 'Show one.jpg' }).click()
  await isShown(page, 'one.jpg')
  const fingers = await page.context().newCDPSession(page)
  const move = async (from: number[], to: number[]) => {
    // Put one finger after another on the screen, as a user does.
    for (let count = 1; count <= from.length; count += 1)
      await fingers.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: fingersAt(from.slice(0, count)),
      })
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingersAt(to) })
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await move([300], [100])
  await isShown(page, 'two.jpg')
  await move([180, 210], [300, 330])
  await fingers.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 })
  await expect.poll(() => page.evaluate(() => window.visualViewport!.scale)).toBeGreaterThan(1)
  await move([100], [300])
  // Check that the second picture is still open: from there, the arrow key leads to the third picture.
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog').getByText('3 of 3').waitFor()
})

test('a picture whose thumbnail cannot be loaded shows its file name', async () => {
  const { page, gallery } = await openWith([await photo('one.jpg')])
  await page.route('**', (route) =>
    route.request().resourceType() === 'image' ? route.fulfill({ status: 404 }) : route.fallback(),
  )
  await page.reload()
  await gallery.getByRole('button', { name: 'Show one.jpg' }).getByText('one.jpg').waitFor()
  await expectNoAxeViolations(page)
})

test('a file that is not a picture is downloaded with its file name', async () => {
  const { page, gallery } = await openWith([
    { name: 'log.csv', mimeType: 'text/csv', buffer: Buffer.from('time;celsius\r\n') },
  ])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    gallery.getByRole('link', { name: 'Download log.csv' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('log.csv')
})

test('pictures keep their URLs while the incident page refreshes its data', async () => {
  const { page, gallery } = await openWith([await photo('one.jpg')])
  const picture = gallery.getByRole('button', { name: 'Show one.jpg' }).locator('img')
  const address = await picture.getAttribute('src')
  await chooseFiles(page, [await photo('two.jpg')])
  await gallery.getByRole('button', { name: 'Show two.jpg' }).waitFor()
  expect(await picture.getAttribute('src')).toBe(address)
  await moveTo(page, 'Closed')
  await stateButton(page, 'Closed').waitFor()
  expect(await picture.getAttribute('src')).toBe(address)
})

/** Creates an incident without files and opens its page. */
async function openEmpty(): Promise<Page> {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await page.getByText('No photos or files yet.').waitFor()
  return page
}

/**
 * Creates an incident without files and opens its page. The first upload on the page is answered with the given
 * response.
 */
async function openWithResponse(respond: Parameters<typeof answerFirstRequest>[3]): Promise<Page> {
  const page = await openEmpty()
  await answerFirstRequest(page, 'POST', '**/media', respond)
  return page
}

test('a failed upload of a picture shows the reason, and a button sends the picture again', async () => {
  const page = await openWithResponse((route) => route.fulfill({ status: 408, body: 'lost' }))
  await chooseFiles(page, [await photo('again.jpg')])
  await galleryOf(page).getByRole('alert').getByText('status 408').waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send again.jpg again' }).click()
  await page.getByRole('button', { name: 'Show again.jpg' }).waitFor()
})

test('an upload to an incident with the maximum number of files shows the limit and the next step', async () => {
  const detail = 'An incident can have up to 1,000 files.'
  const json = { title: 'The incident has too many files', status: 400, detail, code: 'too_many_incident_files' }
  const page = await openWithResponse((route) => route.fulfill({ status: 400, json }))
  await chooseFiles(page, [await photo('extra.jpg')])
  const alert = await galleryOf(page).getByRole('alert').textContent()
  expect(alert).toBe(`${detail} Delete files that are no longer needed, then try again.`)
})

test('the page of an incident says which file the browser can no longer read', async () => {
  const page = await openEmpty()
  await galleryOf(page)
    .locator('input[type=file][multiple]')
    .evaluate(async (field: HTMLInputElement) => {
      const folder = await navigator.storage.getDirectory()
      const entry = await folder.getFileHandle('moved.jpg', { create: true })
      const writing = await entry.createWritable()
      await writing.write('content')
      await writing.close()
      const chosen = new DataTransfer()
      chosen.items.add(await entry.getFile())
      await folder.removeEntry('moved.jpg')
      field.files = chosen.files
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await galleryOf(page).getByRole('alert').getByText('This device can no longer read moved.jpg.').waitFor()
  await expectNoAxeViolations(page)
})

test('if a captive portal answers an upload in place of the server, the page reports it, and the next upload succeeds', async () => {
  const page = await openWithResponse((route) =>
    route.fulfill({ status: 200, body: '<h1>Welcome to our hotspot</h1>' }),
  )
  await chooseFiles(page, [await photo('one.jpg'), await photo('two.jpg', 'door')])
  await page.getByRole('button', { name: 'Show two.jpg' }).waitFor()
  await page.getByRole('alert').getByText('status 200').waitFor()
  await page.getByRole('button', { name: 'Send one.jpg again' }).click()
  await page.getByRole('button', { name: 'Show one.jpg' }).waitFor()
})

test('if the user opens another page during an upload, a failure of the upload is shown on the new page', async () => {
  const { promise: canFail, resolve: fail } = Promise.withResolvers<void>()
  const { promise: isSending, resolve: leave } = Promise.withResolvers<void>()
  const page = await openWithResponse(async (route) => {
    leave()
    await canFail
    await route.fulfill({ status: 408, body: 'lost' })
  })
  await chooseFiles(page, [await photo('one.jpg')])
  await isSending
  await page.getByRole('link', { name: 'Board' }).click()
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  fail()
  await page.getByRole('alert').getByText('Couldn’t attach one.jpg').waitFor()
})

test('closing the window asks for confirmation only while files are being sent', async () => {
  const { promise: canArrive, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: hasStarted, resolve: begin } = Promise.withResolvers<void>()
  const page = await openWithResponse(async (route) => {
    begin()
    await canArrive
    await route.fallback()
  })
  // Click on the page, because a page may ask for confirmation only after the user has interacted with the page.
  await page.getByRole('heading', { level: 1 }).click()
  const isAsked = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await isAsked()).toBe(false)
  await chooseFiles(page, [await photo('one.jpg'), await photo('two.jpg', 'door')])
  await hasStarted
  expect(await isAsked()).toBe(true)
  const question = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  expect((await question).type()).toBe('beforeunload')
  await (await question).dismiss()
  await closing
  arrive()
  await page.getByRole('button', { name: 'Show two.jpg' }).waitFor()
  await expect.poll(isAsked).toBe(false)
})

describe('uploads after a change of session', () => {
  test('an upload after the end of the session shows the sign-in page', async () => {
    // End the session only when the request of the upload arrives. Otherwise another request could show the sign-in
    // page first.
    const page = await openWithResponse(async (route) => {
      await page.context().clearCookies()
      await route.fallback()
    })
    const answered = page.waitForResponse(
      (response) => response.url().endsWith('/media') && response.request().method() === 'POST',
    )
    await chooseFiles(page, [await photo('one.jpg')])
    expect((await answered).status()).toBe(401)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('after a sign-out during an upload, a message says that files may be missing', async () => {
    const page = await openEmpty()
    const { hasStarted, release } = await delayRequests(page, 'POST', '**/media')
    await chooseFiles(page, [await photo('one.jpg'), await photo('two.jpg', 'door')])
    await hasStarted
    await signOut(page, member)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('alert').getByText('You were signed out before 2 files were sent.').waitFor()
    await expectNoAxeViolations(page)
    release()
  })

  test('after a new sign-in in another tab, the first upload fails, and sending the file again succeeds', async () => {
    const page = await openEmpty()
    await answerViewCounts(page)
    await page.getByText('No photos or files yet.').waitFor()
    await signIn(page.context(), member)
    const sessionRead = page.waitForResponse('**/api/console/session')
    await chooseFiles(page, [await photo('one.jpg')])
    await (await sessionRead).finished()
    await page.getByRole('button', { name: 'Send one.jpg again' }).click()
    await page.getByRole('button', { name: 'Show one.jpg' }).waitFor()
  })
})
