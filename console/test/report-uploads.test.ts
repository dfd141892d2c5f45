import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { answerFirstRequest, loseFirstReportResponse } from './support/answer-first-request.ts'
import { browser, signIn } from './support/browser.ts'
import { delayRequests } from './support/delay-requests.ts'
import { listExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { organizations, type Account } from './support/organization.ts'
import { photo, type ChosenFile } from './support/photo.ts'
import { createShops, openForm, report } from './support/report-form.ts'
import { signInByForm, signOut } from './support/sign-in-form.ts'

const open = browser()
const newOrganization = organizations()

const uploads = '**/api/console/incidents/*/media'
const lost = { status: 408, body: 'lost' }

/** Sends a report with these photos. Does not wait for the uploads. */
async function reportWith(page: Page, name: string, photos: ChosenFile[]): Promise<void> {
  await nameField(page).fill(name)
  await page.locator('input[type=file][multiple]').setInputFiles(photos)
  await report(page)
}

/** Opens an empty tab in the same browser. The storage of the browser still has the data that earlier tabs stored. */
const newTab = (page: Page): Promise<Page> => page.context().newPage()

/** Sends a report whose uploads never reach the server, and closes the tab of the page during the first upload. */
async function closeDuringUpload(page: Page, name: string, photos: ChosenFile[]): Promise<void> {
  const { hasStarted } = await delayRequests(page, 'POST', uploads)
  await reportWith(page, name, photos)
  await hasStarted
  // Open an empty page first, because closing the tab at once would let its delayed requests reach the server.
  await page.goto('about:blank')
  await page.close()
}

/** Returns the number of photos of each incident, by name. */
const photosByName = async (key: string) =>
  Object.fromEntries((await listExternally(key)).map(({ name, mediaIds }) => [name, mediaIds.length]))

/** Returns the number of entries that the browser stores for photos of reports. */
const storedEntries = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('tocsin-report-files')
        opening.addEventListener('error', () => reject(opening.error!))
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('files').objectStore('files').count()
          counting.addEventListener('success', () => resolve(counting.result))
        })
      }),
  )

test('photos whose tab was closed during the uploads are sent when the console opens again', async () => {
  const { key, member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  await closeDuringUpload(page, 'Cut off', [await photo('first.jpg'), await photo('second.jpg', 'door')])
  const [{ number, mediaIds }] = (await listExternally(key)) as [IncidentResponse]
  expect(mediaIds).toEqual([])

  const again = await newTab(page)
  const sending = await delayRequests(again, 'POST', uploads)
  await again.goto('/overview')
  const message = again.getByRole('status').filter({ hasText: `Sending 2 files for #${number}…` })
  await message.waitFor()
  await expectNoAxeViolations(again)
  sending.release()
  await message.waitFor({ state: 'detached' })
  expect(await photosByName(key)).toEqual({ 'Cut off': 2 })
  await expect.poll(() => storedEntries(again)).toBe(0)
})

test('a photo that arrived just before its tab was closed is attached only once', async () => {
  const { key, member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  const file = await photo('freezer.jpg')
  const { promise: hasArrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(uploads, async (route, request) => {
    if (request.method() !== 'POST') return route.fallback()
    // Repeat the request with `page.request`, because `route.fetch` would drop the file.
    const { 'idempotency-key': idempotencyKey, 'x-csrf-token': csrfToken, origin } = await request.allHeaders()
    const headers = { 'idempotency-key': idempotencyKey!, 'x-csrf-token': csrfToken!, origin: origin! }
    const response = await page.request.post(request.url(), { headers, multipart: { file } })
    expect(response.status()).toBe(201)
    arrive()
  })
  await reportWith(page, 'Once', [file])
  await hasArrived
  await page.close()
  const again = await newTab(page)
  const replay = again.waitForResponse((response) => response.url().endsWith('/media'))
  await again.goto('/overview')
  expect(await (await replay).headerValue('idempotent-replayed')).toBe('true')
  await expect.poll(() => storedEntries(again)).toBe(0)
  expect(await photosByName(key)).toEqual({ Once: 1 })
})

test('while one tab sends the photos of a report, other tabs do not send these photos', async () => {
  const { key, member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  const sending = await delayRequests(page, 'POST', uploads)
  await reportWith(page, 'In one tab', [await photo('freezer.jpg')])
  await sending.hasStarted

  const other = await newTab(page)
  const sent: string[] = []
  other.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/media')) sent.push(request.url())
  })
  await other.goto('/incidents/new')
  const locks = () =>
    other.evaluate(async () => {
      const { held, pending } = await navigator.locks.query()
      return [held?.length, pending?.length]
    })
  await expect.poll(locks).toEqual([1, 1])
  sending.release()
  await page.getByRole('button', { name: 'Show freezer.jpg' }).waitFor()
  await expect.poll(locks).toEqual([0, 0])
  expect(sent).toEqual([])
  expect(await photosByName(key)).toEqual({ 'In one tab': 1 })
})

test('photos are sent only while their user is signed in', async () => {
  const { key, member, administrator } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  await closeDuringUpload(page, 'By the member', [await photo('first.jpg')])
  const visit = async (account: Account, path: string) => {
    await signIn(page.context(), account)
    const tab = await newTab(page)
    await tab.goto(path)
    return tab
  }
  await closeDuringUpload(await visit(administrator, '/incidents/new'), 'By the administrator', [
    await photo('second.jpg', 'door'),
  ])
  expect(await photosByName(key)).toEqual({ 'By the member': 0, 'By the administrator': 0 })

  const own = await visit(administrator, '/overview')
  await expect.poll(() => photosByName(key)).toEqual({ 'By the member': 0, 'By the administrator': 1 })
  await own.getByRole('status').filter({ hasText: 'Sending' }).waitFor({ state: 'detached' })
  await own.close()
  await visit(member, '/overview')
  await expect.poll(() => photosByName(key)).toEqual({ 'By the member': 1, 'By the administrator': 1 })
})

test('photos that a sign-out interrupts are sent only after their own user signs in again', async () => {
  const { key, member, administrator } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  const { promise: canFail, resolve: fail } = Promise.withResolvers<void>()
  const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/media'))
  await answerFirstRequest(page, 'POST', uploads, async (route) => {
    await canFail
    await route.fulfill(lost)
  })
  await reportWith(page, 'Interrupted', [await photo('first.jpg'), await photo('second.jpg', 'door')])
  await sending
  await page.getByRole('link', { name: 'Board' }).click()
  await signOut(page, member)
  await signInByForm(page, administrator)
  await page.getByRole('button', { name: `Account ${administrator.name}` }).waitFor()
  fail()
  await page.getByRole('alert').getByText('Couldn’t attach first.jpg').waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(await photosByName(key)).toEqual({ Interrupted: 0 })
  await signOut(page, administrator)
  await signInByForm(page, member)
  await expect.poll(() => photosByName(key)).toEqual({ Interrupted: 2 })
})

test('if another user signs in before the server answers a report, the photos are sent once the first user returns', async () => {
  const { key, member, administrator } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  const { promise: isCreated, resolve: create } = Promise.withResolvers<void>()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await answerFirstRequest(page, 'POST', '**/api/console/incidents', async (route) => {
    const response = await route.fetch()
    create()
    await isReleased
    await route.fulfill({ response })
  })
  let signedIn = member
  const senders: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/media')) senders.push(signedIn.name)
  })
  await reportWith(page, 'Answered late', [await photo('first.jpg')])
  await isCreated
  await page.getByRole('link', { name: 'Board' }).click()
  await signOut(page, member)
  signedIn = administrator
  await signInByForm(page, administrator)
  await page.getByRole('button', { name: `Account ${administrator.name}` }).waitFor()
  const answered = page.waitForResponse('**/api/console/incidents')
  release()
  await (await answered).finished()
  await signOut(page, administrator)
  signedIn = member
  await signInByForm(page, member)
  await expect.poll(() => photosByName(key)).toEqual({ 'Answered late': 1 })
  expect(senders).toEqual([member.name])
})

test('if the response to a report is lost, its photos are attached to the incident of that report, not to the next report', async () => {
  const { key, member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  await loseFirstReportResponse(page)
  await reportWith(page, 'Once', [await photo('first.jpg')])
  await page.getByRole('alert').getByText('status 408').waitFor()
  await nameField(page).fill('Once, and more')
  await report(page)
  await page.getByRole('link', { name: 'Open the incident' }).click()
  await page.getByRole('button', { name: 'Show first.jpg' }).waitFor()
  expect(await photosByName(key)).toEqual({ Once: 1 })
  await expect.poll(() => storedEntries(page)).toBe(0)
})

/** Sends a report with two photos. The first upload fails with this response, and the second upload succeeds. */
async function failFirstPhoto(response: typeof lost) {
  const { key, member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  // Wait until SendUnsentFiles has loaded. It sends stored photos at once, and would send the failed photo too early.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/send-unsent-files')),
  )
  await answerFirstRequest(page, 'POST', uploads, (route) => route.fulfill(response))
  await reportWith(page, 'Half sent', [await photo('first.jpg'), await photo('second.jpg', 'door')])
  await page.getByText('Couldn’t attach one file:').waitFor()
  return { key, page }
}

test('a photo that failed is sent again when the user opens the incident later', async () => {
  const { key, page } = await failFirstPhoto(lost)
  await page.getByRole('link', { name: 'Board' }).click()
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  expect(await photosByName(key)).toEqual({ 'Half sent': 1 })
  await page.getByRole('link', { name: 'Half sent' }).click()
  await page.getByRole('button', { name: 'Show first.jpg' }).waitFor()
  expect(await photosByName(key)).toEqual({ 'Half sent': 2 })
})

test('if the user chooses to go to the incident without the failed photos, these photos are deleted from the browser', async () => {
  const { key, page } = await failFirstPhoto(lost)
  expect(await storedEntries(page)).toBe(2)
  await page.getByRole('link', { name: 'Go to the incident without them' }).click()
  await page.getByRole('button', { name: 'Show second.jpg' }).waitFor()
  await expect.poll(() => storedEntries(page)).toBe(0)
  expect(await photosByName(key)).toEqual({ 'Half sent': 1 })
})

test('a photo that the server rejects for good is deleted from the browser', async () => {
  const problem = { status: 413, code: 'file_too_large', detail: 'The file is too large.' }
  const { page } = await failFirstPhoto({ status: 413, body: JSON.stringify(problem) })
  await page.getByText(/^first\.jpg: The file is too large/).waitFor()
  await expect.poll(() => storedEntries(page)).toBe(0)
})

test('a stored photo that the browser can no longer read is reported once, and then deleted from the browser', async () => {
  const { key, member } = await createShops(newOrganization)
  const page = await openForm(open, '/incidents/new', { as: member })
  await closeDuringUpload(page, 'Cut off', [await photo('first.jpg')])
  const again = await newTab(page)
  // If a browser cannot read a stored file, the upload fails like an upload without a connection.
  await again.route(uploads, (route) => route.abort('internetdisconnected'))
  await again.addInitScript(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('lost', 'NotReadableError'))
  })
  await again.goto('/overview')
  await again.getByRole('alert').getByText('This device can no longer read first.jpg.').waitFor()
  await expect.poll(() => storedEntries(again)).toBe(0)
  expect(await photosByName(key)).toEqual({ 'Cut off': 0 })
})
