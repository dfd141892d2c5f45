import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findWorkflow } from '../../server/src/workflow/workflow-queries.ts'
import { readDraft } from '../../server/src/configuration/draft/read.ts'
import { signInAs } from '../../server/test/support/console.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { browser, serverUrl } from './support/browser.ts'
import { changeComment, sendComment } from './support/comment-editor.ts'
import { delayRequests } from './support/delay-requests.ts'
import { saved } from './support/example-configuration.ts'
import { callExternally, createExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { changeIncidentAs } from './support/change-as.ts'
import { organizations, type Account } from './support/organization.ts'
import { signInByForm, signOut } from './support/sign-in-form.ts'

const open = browser()
const newOrganization = organizations()

const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const restored = (page: Page) => page.getByText('This is what you entered before. It isn’t saved yet.')

/** Ends the session of an open page: signs out in another tab, and waits until the page shows the sign-in form. */
async function endSession(page: Page, account: Account): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/overview')
  await signOut(other, account)
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  await other.close()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

async function beginEdit() {
  const { key, member, administrator, scope } = await newOrganization()
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await edit(page).click()
  await nameField(page).fill('My name for it')
  const read = () => callExternally<IncidentResponse>(key, 'GET', `/incidents/${incident.id}`)
  return { page, incident, read, member, administrator, scope }
}

describe('incident edits after the session ended', () => {
  test('an unsaved incident edit is restored after a new sign-in, and is sent to the server only when the user saves it', async () => {
    const { page, member, read } = await beginEdit()
    await endSession(page, member)
    await signInByForm(page, member)
    await restored(page).waitFor()
    await expectNoAxeViolations(page)
    expect(await nameField(page).inputValue()).toBe('My name for it')
    expect(await read()).toMatchObject({ name: 'Freezer 3 is warm' })
    await save(page).click()
    await page.getByRole('heading', { level: 1, name: 'My name for it' }).waitFor()

    await page.reload()
    await edit(page).click()
    expect(await restored(page).count()).toBe(0)
  })

  test('after a sign-in in another tab, an unsaved incident edit is restored even in a browser that cannot store it', async () => {
    const { page, member } = await beginEdit()
    await page.evaluate(() => {
      const { setItem } = Storage.prototype
      Storage.prototype.setItem = function (name, text) {
        if (text.includes('My last name')) throw new DOMException('full', 'QuotaExceededError')
        setItem.call(this, name, text)
      }
    })
    await nameField(page).fill('My last name for it')
    await endSession(page, member)
    const other = await page.context().newPage()
    await other.goto('/sign-in')
    await signInByForm(other, member)
    await restored(page).waitFor()
    expect(await nameField(page).inputValue()).toBe('My last name for it')
  })

  test.each(['before', 'after'])(
    "saving a restored edit reports a colleague's change made %s the session ended, and does not overwrite it",
    async (when) => {
      const { page, member, scope, incident, read } = await beginEdit()
      const colleague = await signInAs(serverUrl(), scope, 'member')
      const change = () => changeIncidentAs(colleague, incident, { name: 'Their name for it' })
      const notice = page.getByRole('status').getByText('Name: Freezer 3 is warm → Their name for it')
      if (when === 'before') {
        await change()
        await notice.waitFor()
        await nameField(page).fill('My own name for it')
      }
      await endSession(page, member)
      if (when === 'after') await change()
      await signInByForm(page, member)
      await notice.waitFor()
      await page
        .getByText(when === 'before' ? 'You entered My own name for it.' : 'You entered My name for it.')
        .waitFor()
      await save(page).click()
      await page.getByRole('alert').getByText('changed this incident while you were editing').waitFor()
      expect(await read()).toMatchObject({ name: 'Their name for it' })
    },
  )

  test('an unsaved edit is not restored for another user who signs in', async () => {
    const { page, member, administrator } = await beginEdit()
    await endSession(page, member)
    await signInByForm(page, administrator)
    await page.getByRole('heading', { level: 1, name: 'Freezer 3 is warm' }).waitFor()
    await edit(page).click()
    expect(await nameField(page).inputValue()).toBe('Freezer 3 is warm')
  })
})

describe('discarded incident edits', () => {
  test('an incident edit that the user has cancelled is not restored after a reload', async () => {
    const { page } = await beginEdit()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await edit(page).click()
    expect(await nameField(page).inputValue()).toBe('Freezer 3 is warm')
  })

  test('an incident edit that the user discarded to sign out is not restored after the next sign-in', async () => {
    const { page, member } = await beginEdit()
    await signOut(page, member)
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goBack()
    await signInByForm(page, member)
    await edit(page).click()
    expect(await nameField(page).inputValue()).toBe('Freezer 3 is warm')
  })
})

test('a message with “Undo” disappears when its user signs out', async () => {
  const { key, member } = await newOrganization()
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await page.getByRole('button', { name: 'Assign to me' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await signOut(page, member)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect.poll(() => undo.count(), { timeout: 3_000 }).toBe(0)
})

test('an unsaved comment edit is restored after each new sign-in until the user saves the edit', async () => {
  const { key, member } = await newOrganization()
  const incident = await createExternally(key)
  const page = await open(`/incidents/${incident.id}`, { as: member })
  await sendComment(page, 'Compresor restarted')
  const editor = await changeComment(page, 'Compressor restarted')
  await endSession(page, member)
  await signInByForm(page, member)
  await page.getByText('This is what you wrote before. It isn’t saved yet.').waitFor()
  await expectNoAxeViolations(page)
  expect(await editor.inputValue()).toBe('Compressor restarted')
  await save(page).click()
  await editor.waitFor({ state: 'detached' })
  const timeline = page.getByRole('list', { name: 'Comments and changes' })
  await timeline.getByText('Compressor restarted').waitFor()

  await page.reload()
  await timeline.getByText('Compressor restarted').waitFor()
  expect(await editor.count()).toBe(0)
})

test('unsaved workflow changes are restored after each new sign-in until the user discards them', async () => {
  const { administrator, scope } = await newOrganization()
  const page = await open('/workflow', { as: administrator })
  const added = page.getByRole('region', { name: 'States' }).getByRole('button', { name: /^New state/ })
  await page.getByRole('button', { name: 'Add state' }).click()
  await added.waitFor()
  await endSession(page, administrator)
  await signInByForm(page, administrator)
  await added.waitFor()
  expect((await findWorkflow(scope)).version).toBe(1)

  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await added.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Add state' }).waitFor()
  expect(await added.count()).toBe(0)
})

test('a draft change that is not saved when the session ends is saved after the next sign-in', async () => {
  const { administrator, scope } = await newOrganization()
  const page = await open('/configuration/draft', { as: administrator })
  await page.getByRole('button', { name: 'Add type' }).click()
  await saved(page)
  const delayed = await delayRequests(page, 'PUT', '**/api/console/configuration/draft')
  const name = page.getByRole('textbox', { name: 'Name of the type' })
  await name.fill('Power cut')
  await delayed.hasStarted
  await endSession(page, administrator)
  delayed.release()
  await signInByForm(page, administrator)
  await saved(page)
  expect((await readDraft(scope)).content.types).toMatchObject([{ name: 'Power cut' }])
})
