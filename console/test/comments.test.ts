import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { MediaUrls } from '@tocsin/contract/api/media.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { answerFirstRequest } from './support/answer-first-request.ts'
import { browser, hasFocus, signIn, writeHeaders } from './support/browser.ts'
import { changeComment, sendComment } from './support/comment-editor.ts'
import { callExternally, commentExternally, createExternally } from './support/external-api.ts'
import { delayRequests } from './support/delay-requests.ts'
import { organizations } from './support/organization.ts'
import { photo, type ChosenFile } from './support/photo.ts'

const open = browser()
const newOrganization = organizations()
const { key, member, administrator } = await newOrganization()

const commentsOn = async ({ id }: IncidentResponse): Promise<Comment[]> =>
  (await callExternally<{ data: Comment[] }>(key, 'GET', `/comments/by-entity-type/incident?relatedEntityId=${id}`))
    .data
const composer = (page: Page) => page.getByRole('region', { name: 'Comments and changes' })
const timelineOf = (page: Page) => page.getByRole('list', { name: 'Comments and changes' })

describe.each(['desktop', 'phone'] as const)('comments on a %s', (screen) => {
  test('a comment and its photo, sent in the console, can be read through the external API', async () => {
    const incident = await createExternally(key)
    const page = await open(`/incidents/${incident.id}`, { as: member, screen })
    await page.getByLabel('Write a comment').fill('Goods moved to the second freezer')
    const file = await photo('freezer.jpg')
    await composer(page).locator('input[type=file][multiple]').setInputFiles([file])
    await composer(page).getByText('freezer.jpg').waitFor()
    await expectNoAxeViolations(page)
    await composer(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await timelineOf(page).getByRole('button', { name: 'Show freezer.jpg' }).waitFor()
    await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('')
    await expectNoSidewaysScroll(page)

    const [comment] = await commentsOn(incident)
    expect(comment).toMatchObject({ message: 'Goods moved to the second freezer', edited: false })
    const path = `/download/comments/${comment!.id}/media/${comment!.mediaIds[0]}/urls`
    const urls = await callExternally<MediaUrls>(key, 'GET', path)
    const downloaded = Buffer.from(await (await fetch(urls.downloadUrl)).arrayBuffer())
    expect(downloaded.equals(file.buffer)).toBe(true)
    expect(urls.thumbnailDownloadUrl).not.toBeNull()
  })
})

test('the button “Take a photo” of the comment form opens the camera of a phone', async () => {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member, screen: 'phone' })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    composer(page).getByRole('button', { name: 'Take a photo' }).tap(),
  ])
  expect(await chooser.element().getAttribute('capture')).toBe('environment')
  await chooser.setFiles([await photo('camera.jpg')])
  await composer(page).getByRole('button', { name: 'Comment', exact: true }).tap()
  await timelineOf(page).getByRole('button', { name: 'Show camera.jpg' }).waitFor()
  expect(await commentsOn(incident)).toMatchObject([{ message: null }])
})

test('files dropped or pasted into the comment field are added to the comment', async () => {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  const field = page.getByLabel('Write a comment')
  await field.waitFor()
  const dispatchFile = (event: 'dragover' | 'drop' | 'paste', fileName: string) =>
    field.evaluate(
      (element, [type, name]) => {
        const data = new DataTransfer()
        data.items.add(new File(['a note'], name!, { type: 'text/plain' }))
        const options = { bubbles: true, cancelable: true }
        element.dispatchEvent(
          type === 'paste'
            ? new ClipboardEvent(type, { ...options, clipboardData: data })
            : new DragEvent(type!, { ...options, dataTransfer: data }),
        )
      },
      [event, fileName],
    )
  await dispatchFile('dragover', 'dropped.txt')
  await page.getByText('Drop files to add them').waitFor()
  await dispatchFile('drop', 'dropped.txt')
  await composer(page).getByText('dropped.txt').waitFor()
  await dispatchFile('paste', 'pasted.txt')
  await composer(page).getByText('pasted.txt').waitFor()
  await composer(page).getByRole('button', { name: 'Remove dropped.txt' }).click()
  await composer(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await timelineOf(page).getByRole('link', { name: 'Download pasted.txt' }).waitFor()
  expect((await commentsOn(incident))[0]!.mediaIds).toHaveLength(1)
})

test.each([
  ['table cells copied with a picture of them are pasted as text', '2026-03-01\t−11.8', 0],
  ['a file copied with its name is pasted as a file', 'image.png', 1],
])('in the comment field, %s', async (_, text, files) => {
  const page = await open(`/incidents/${(await createExternally(key)).id}`, { as: member })
  const field = page.getByLabel('Write a comment')
  await field.waitFor()
  const isLeftToBrowser = await field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(copied, 'text/plain')
    clipboardData.items.add(new File(['a picture'], 'image.png', { type: 'image/png' }))
    return element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  }, text)
  expect(isLeftToBrowser).toBe(files === 0)
  await expect.poll(() => composer(page).getByRole('button', { name: 'Remove image.png' }).count()).toBe(files)
})

describe('leaving an incident with files chosen for a comment', () => {
  test('leaving the page with files chosen for a comment asks first, and the files remain if the user stays', async () => {
    const incident = await createExternally(key)
    const page = await open(`/incidents/${incident.id}`, { as: member })
    const isAsked = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    await composer(page).waitFor()
    expect(await isAsked()).toBe(false)
    await composer(page)
      .locator('input[type=file][multiple]')
      .setInputFiles([await photo('freezer.jpg')])
    await composer(page).getByText('freezer.jpg').waitFor()
    expect(await isAsked()).toBe(true)
    await page.getByRole('link', { name: 'Board' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await composer(page).getByText('freezer.jpg').waitFor()
    await page.getByRole('link', { name: 'Board' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  })

  test('while a comment with files is being sent, the user can leave the page without a question', async () => {
    const incident = await createExternally(key)
    const page = await open(`/incidents/${incident.id}`, { as: member })
    const sending = await delayRequests(page, 'POST', '**/comments')
    await composer(page)
      .locator('input[type=file][multiple]')
      .setInputFiles([await photo('freezer.jpg')])
    await composer(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await sending.hasStarted
    await page.getByRole('link', { name: 'Board' }).click()
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    sending.release()
    await expect.poll(async () => (await commentsOn(incident)).length).toBe(1)
  })
})

test('Ctrl+Enter, the shortcut in the tooltip of the Comment button, sends the comment', async () => {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await page.getByLabel('Write a comment').fill('The door is closed')
  await composer(page).getByTitle('Ctrl+Enter').waitFor()
  await page.keyboard.press('Control+Enter')
  await timelineOf(page).getByText('The door is closed').waitFor()
  expect(await commentsOn(incident)).toHaveLength(1)
})

test('retrying a comment after its response was lost creates no second comment', async () => {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await answerFirstRequest(page, 'POST', '**/comments', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 408, body: 'lost' })
  })
  await page.getByLabel('Write a comment').fill('Once is enough')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('')
  expect(await commentsOn(incident)).toHaveLength(1)
})

async function loseResponse(file?: ChosenFile) {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  const message = 'Once is enough'
  await answerFirstRequest(page, 'POST', '**/comments', async (route, request) => {
    // Repeat the request with `page.request`, because `route.fetch` would drop the files of the body.
    const { 'idempotency-key': idempotencyKey, 'x-csrf-token': csrfToken, origin } = await request.allHeaders()
    const headers = { 'idempotency-key': idempotencyKey!, 'x-csrf-token': csrfToken!, origin: origin! }
    const multipart = { message, ...(file && { files: file }) }
    const response = await page.request.post(request.url(), { headers, multipart })
    expect(response.status()).toBe(201)
    await route.fulfill({ status: 408, body: 'lost' })
  })
  if (file) await composer(page).locator('input[type=file][multiple]').setInputFiles([file])
  await sendComment(page, message)
  await composer(page).getByRole('alert').getByText('status 408').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('Once is enough')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  return { incident, page }
}

describe('comments after a lost response and a reload', () => {
  test('after a lost response and a reload, sending the same text creates no second comment', async () => {
    const { incident, page } = await loseResponse()
    await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('')
    expect(await commentsOn(incident)).toHaveLength(1)
  })

  test('after a lost response and a reload, resending a comment without its photo asks before a second comment is created', async () => {
    const { incident, page } = await loseResponse(await photo('freezer.jpg'))
    await page.getByText('This comment was already sent').waitFor()
    await expectNoAxeViolations(page)
    expect(await commentsOn(incident)).toHaveLength(1)
    await page.getByRole('button', { name: 'Send as another comment' }).click()
    await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('')
    expect(await commentsOn(incident)).toHaveLength(2)
  })

  test('after a lost response and a reload, the user can clear the text of the comment that was already created', async () => {
    const { incident, page } = await loseResponse(await photo('freezer.jpg'))
    await page.getByRole('button', { name: 'Clear the field' }).click()
    await page.getByText('This comment was already sent').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('')
    expect(await commentsOn(incident)).toHaveLength(1)
  })
})

/**
 * Sends a comment. Delays the request and opens the board.
 * @returns the incident, the page, and `release`, which makes the delayed request succeed or fail
 */
async function leaveWhileSending() {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  const { promise, resolve: release } = Promise.withResolvers<'arrive' | 'fail'>()
  const { promise: isSending, resolve: leave } = Promise.withResolvers<void>()
  await page.route('**/comments', async (route) => {
    leave()
    if ((await promise) === 'arrive') return route.continue()
    return route.fulfill({ status: 408, body: 'lost' })
  })
  await sendComment(page, 'On its way')
  await isSending
  await page.getByRole('link', { name: 'Board' }).click()
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  return { incident, page, release }
}

describe('comments whose page is left before the response', () => {
  test('a comment that is still being sent is shown when the user returns to the incident, and is created once', async () => {
    const { incident, page, release } = await leaveWhileSending()
    await page.goBack()
    const field = page.getByLabel('Write a comment')
    await expect.poll(() => field.inputValue()).toBe('On its way')
    expect(await field.isEditable()).toBe(false)
    release('arrive')
    await timelineOf(page).getByText('On its way').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await expect.poll(() => field.isEditable()).toBe(true)
    expect(await commentsOn(incident)).toHaveLength(1)
  })

  test('a comment that is still being sent can be cancelled when the user returns to the incident', async () => {
    const { incident, page } = await leaveWhileSending()
    await page.goBack()
    await page.getByRole('button', { name: 'Cancel' }).click()
    const field = page.getByLabel('Write a comment')
    await expect.poll(() => field.isEditable()).toBe(true)
    await expect.poll(() => field.inputValue()).toBe('On its way')
    expect(await commentsOn(incident)).toEqual([])
  })

  test('if sending a comment fails after the user has opened another page, that page shows an alert', async () => {
    const { page, release } = await leaveWhileSending()
    release('fail')
    await page.getByRole('alert').getByText('Couldn’t send your comment').waitFor()
  })
})

test('a comment draft is not shown to another user of the same browser', async () => {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  const field = page.getByLabel('Write a comment')
  await field.fill('Between you and me')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('Between you and me')
  await signIn(page.context(), administrator)
  await page.reload()
  await page.getByRole('button', { name: 'Account Ada Administrator' }).waitFor()
  await timelineOf(page).getByRole('listitem').first().waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
})

test('cancelling a comment that is being sent leaves the text in the comment field', async () => {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await page.getByLabel('Write a comment').fill('On second thoughts')
  const { promise: isSending, resolve: arrive } = Promise.withResolvers<void>()
  // Never answer the request, so that the user can cancel the comment.
  await page.route('**/comments', () => arrive())
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await isSending
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Not sent. Your comment is still here.').waitFor()
  await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('On second thoughts')
  expect(await commentsOn(incident)).toEqual([])
})

test('keys pressed while a comment is being sent run no shortcuts, and the comment field keeps the focus', async () => {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  const field = page.getByLabel('Write a comment')
  await field.fill('Goods moved')
  const sending = await delayRequests(page, 'POST', '**/comments')
  await page.keyboard.press('Control+Enter')
  await sending.hasStarted
  await page.getByRole('button', { name: 'Cancel' }).waitFor()
  await page.keyboard.type('uec')
  sending.release()
  await expect.poll(() => field.inputValue()).toBe('')
  await expect.poll(() => field.isEditable()).toBe(true)
  await page.keyboard.type('Compressor restarted')
  expect(await field.inputValue()).toBe('Compressor restarted')
  expect(await commentsOn(incident)).toMatchObject([{ message: 'Goods moved' }])
})

test('after a comment was sent with the Comment button, the Tab key focuses the comment field', async () => {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  const field = page.getByLabel('Write a comment')
  await field.fill('Goods moved')
  await composer(page).getByRole('button', { name: 'Comment', exact: true }).press('Enter')
  await timelineOf(page).getByText('Goods moved').waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
  await page.keyboard.press('Tab')
  expect(await hasFocus(field)).toBe(true)
})

test('a comment over the length limit shows the number of excess characters and cannot be sent', async () => {
  const page = await open(`/incidents/${(await createExternally(key)).id}`, { as: member })
  await page.getByLabel('Write a comment').fill('🧊'.repeat(251))
  await page.getByText('1 characters too many').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Comment', exact: true }).isDisabled()).toBe(true)
})

/**
 * Writes a comment as the signed-in member, opens its editor and corrects the text without saving.
 * @param later number of comments to add after the first comment, before its editor opens
 */
async function editOwn({ later = 0 } = {}) {
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await sendComment(page, 'Compresor restarted')
  await page.getByRole('button', { name: 'Actions for the comment by Maren Member' }).waitFor()
  for (let count = 1; count <= later; count += 1) await commentExternally(key, incident, `Reading ${count}`)
  if (later > 0) await page.reload()
  return { incident, page, editor: await changeComment(page, 'Compressor restarted') }
}

describe('own comments', () => {
  test('users can edit their own comments, and an edited comment is marked as edited', async () => {
    const { incident, page } = await editOwn()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await timelineOf(page).getByText('edited', { exact: true }).waitFor()
    expect(await commentsOn(incident)).toMatchObject([{ message: 'Compressor restarted', edited: true }])
  })

  test('leaving the page with an unsaved comment edit asks for confirmation', async () => {
    const { page, editor } = await editOwn()
    await page.getByRole('link', { name: 'Board' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    expect(await editor.inputValue()).toBe('Compressor restarted')
    await page.getByRole('link', { name: 'Board' }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    await page.goBack()
    await timelineOf(page).getByText('Compresor restarted').waitFor()
    expect(await editor.count()).toBe(0)
  })

  test('leaving the page with an unsaved comment edit and an unsaved incident edit asks only once', async () => {
    const { page } = await editOwn()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Half a sentence')
    await page.getByRole('link', { name: 'Board' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  })

  test('the editor of a comment stays open when a newer comment moves the comment off the first page', async () => {
    const { incident, page, editor } = await editOwn({ later: 49 })
    await page.getByRole('button', { name: /earlier/ }).waitFor()
    await commentExternally(key, incident, 'One too many')
    await timelineOf(page).getByText('One too many').waitFor()
    expect(await editor.inputValue()).toBe('Compressor restarted')
  })

  test('the editor of a comment is read-only during a save; afterwards, the menu of the comment has the focus', async () => {
    const { page, editor } = await editOwn()
    const saving = await delayRequests(page, 'PATCH', '**/api/console/comments/*')
    await page.getByRole('button', { name: 'Save' }).click()
    await saving.hasStarted
    await expect.poll(() => editor.isEditable()).toBe(false)
    saving.release()
    await timelineOf(page).getByText('Compressor restarted').waitFor()
    const menu = page.getByRole('button', { name: 'Actions for the comment by Maren Member' })
    await expect.poll(() => hasFocus(menu)).toBe(true)
  })

  test('users can delete their own comments after a confirmation', async () => {
    const incident = await createExternally(key)
    const page = await open(`/incidents/${incident.id}`, { as: member })
    await sendComment(page, 'Wrong incident')
    await page.getByRole('button', { name: 'Actions for the comment by Maren Member' }).click()
    await page.getByRole('menuitem', { name: 'Delete comment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await timelineOf(page).getByText('deleted a comment').waitFor()
    expect(await commentsOn(incident)).toEqual([])
  })
})

test("a member can neither edit nor delete another author's comment, and an administrator can delete but not edit it", async () => {
  const incident = await createExternally(key)
  const comment = await commentExternally(key, incident, 'Sensor F1-07: −11.8 °C')
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await timelineOf(page).getByText('commented through the API').waitFor()
  expect(await page.getByRole('button', { name: /^Actions for the comment/ }).count()).toBe(0)
  const headers = await writeHeaders(page)
  const rejected = await page.request.delete(`/api/console/comments/${comment.id}`, { headers })
  expect([rejected.status(), ((await rejected.json()) as { code: string }).code]).toEqual([403, 'comment_not_yours'])
  expect(await commentsOn(incident)).toHaveLength(1)

  const other = await open(`/incidents/${incident.id}`, { as: administrator })
  await other.getByRole('button', { name: 'Actions for the comment by External API auditor' }).click()
  await expect.poll(() => other.getByRole('menuitem').allTextContents()).toEqual(['Delete comment'])
  await other.getByRole('menuitem', { name: 'Delete comment' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await timelineOf(page).getByText('deleted a comment by somebody else').waitFor()
  expect(await commentsOn(incident)).toEqual([])
})

test('screen readers announce each new comment once, and no comment that is older than the page', async () => {
  const incident = await createExternally(key)
  await commentExternally(key, incident, 'Sensor F1-07: −11.8 °C')
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await timelineOf(page).getByText('−11.8 °C').waitFor()
  const announced = page.getByRole('status').filter({ hasText: 'New comment by' })
  expect(await announced.count()).toBe(0)
  await commentExternally(key, incident, 'Sensor F1-07: −9.2 °C')
  await expect.poll(() => announced.allTextContents()).toEqual(['New comment by External API auditor'])
  await sendComment(page, 'Goods moved')
  await expect.poll(() => announced.allTextContents()).toEqual(['New comment by Maren Member'])
})
