import { v7 as uuidv7 } from 'uuid'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { hasFocus } from './support/browser.ts'
import { changeIncidentAs } from './support/change-as.ts'
import { delayRequests } from './support/delay-requests.ts'
import { createExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { details, incidentPages, timelineOf } from './support/incident-page.ts'

const { key, member, colleague, location, typeId, newOrganization, open, openIncident, read } = await incidentPages()

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1 }).getByRole('button', { name })
const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const comment = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' })

describe('facts that are typed', () => {
  test('the name and the description are edited where they are shown, beside photos and comments, and “Undo” restores them', async () => {
    const incident = await createExternally(key, { description: 'Since the morning.' })
    const page = await openIncident(incident)
    await title(page, incident.name!).press('Enter')
    await expect.poll(() => hasFocus(nameField(page))).toBe(true)
    await comment(page).waitFor()
    await page.getByText('No photos or files yet.').waitFor()
    await nameField(page).fill('Freezer 4 is warm')
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(title(page, 'Freezer 4 is warm'))).toBe(true)

    await page.getByRole('button', { name: 'Edit description' }).click()
    await description(page).fill('Since\nnoon.')
    await expectNoAxeViolations(page)
    await page.keyboard.press('Control+Enter')
    await timelineOf(page).getByText('Description: from').waitFor()
    expect(await read(incident)).toMatchObject({ name: 'Freezer 4 is warm', description: 'Since\nnoon.' })
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Edit description' }))).toBe(true)

    await page.getByRole('status').filter({ hasText: 'Saved.' }).last().getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect(await read(incident)).toMatchObject({
      name: 'Freezer 4 is warm',
      description: 'Since the morning.',
    })
  })

  test('an editor without a change closes when it loses the focus; typed text keeps it open, even after a reload', async () => {
    const incident = await createExternally(key, { description: 'Since the morning.' })
    const page = await openIncident(incident)
    await page.getByRole('button', { name: 'Edit description' }).click()
    await expect.poll(() => hasFocus(description(page))).toBe(true)
    await page.keyboard.press('Escape')
    await description(page).waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Edit description' }))).toBe(true)

    await page.keyboard.press('Enter')
    await description(page).fill('Half a sentence')
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(description(page))).toBe(false)
    await page.reload()
    await expect.poll(() => description(page).inputValue()).toBe('Half a sentence')
    await page.getByRole('button', { name: 'Save' }).click()
    await description(page).waitFor({ state: 'detached' })
    expect(await read(incident)).toMatchObject({ description: 'Half a sentence' })
  })

  test('the form for all fields opens with the text that was typed in an open editor', async () => {
    const page = await openIncident(await createExternally(key, { description: 'Since the morning.' }))
    await page.getByRole('button', { name: 'Edit description' }).click()
    await description(page).fill('Half a sentence')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await nameField(page).waitFor()
    await expect.poll(() => description(page).inputValue()).toBe('Half a sentence')
    await comment(page).waitFor()
    await page.getByText('No photos or files yet.').waitFor()
  })

  test("if a colleague changes the same fact, the editor names the colleague, and “Keep mine” stores the user's own text", async () => {
    const { page, incident } = await typeName('My name for it')
    await changeIncidentAs(colleague, incident, { name: 'Their name for it' })
    await page.getByText(`${colleague.user.name} changed this incident while you were editing`).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Keep mine' }).waitFor()
    expect(await read(incident)).toMatchObject({ name: 'Their name for it' })
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await title(page, 'My name for it').waitFor()
    expect(await read(incident)).toMatchObject({ name: 'My name for it' })
  })

  test("if a colleague changes the same fact, “Take theirs” discards the user's own text", async () => {
    const { page, incident } = await typeName('My name for it')
    await changeIncidentAs(colleague, incident, { name: 'Their name for it' })
    await page.getByText('Name: Freezer 3 is warm → Their name for it').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await title(page, 'Their name for it').waitFor()
    expect(await read(incident)).toMatchObject({ name: 'Their name for it' })
  })

  test('an edited text is stored even if a colleague has changed another fact of the incident meanwhile', async () => {
    const { page, incident } = await typeName('My name for it')
    await changeIncidentAs(colleague, incident, { priority: 'CRITICAL' })
    await page.keyboard.press('Enter')
    await title(page, 'My name for it').waitFor()
    expect(await read(incident)).toMatchObject({ name: 'My name for it', priority: 'CRITICAL' })
  })

  test('a required name cannot be emptied, and the editor says what to enter', async () => {
    const { page, incident } = await typeName('')
    await page.keyboard.press('Enter')
    await page.getByText('Say what happened in one line.').waitFor()
    await expect.poll(() => hasFocus(nameField(page))).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await title(page, incident.name!).waitFor()
    expect(await read(incident)).toEqual(incident)
  })
})

/** Opens an incident and types a name into the editor of the name. */
async function typeName(name: string) {
  const incident = await createExternally(key)
  const page = await openIncident(incident)
  await title(page, incident.name!).click()
  await nameField(page).fill(name)
  return { page, incident }
}

describe('facts that are chosen', () => {
  test('facts without a value are listed behind “Add details”, and choosing one of them opens its editor', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    await details(page).getByText('Occurred').waitFor()
    expect(await details(page).getByText('Location').count()).toBe(0)
    await page.getByRole('button', { name: 'Add details' }).click()
    await page.keyboard.type('loc')
    await page.keyboard.press('Enter')
    await page.getByLabel('Find a location').waitFor()
    await page.keyboard.type('harb')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Location: Harbour Street' }).waitFor()
    await expect.poll(async () => (await read(incident)).locationId).toBe(location.id)

    await page.getByRole('button', { name: 'Add details' }).click()
    await page.keyboard.type('ext')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'External id' }).fill('F-1')
    await page.keyboard.press('Enter')
    await details(page).getByText('F-1').waitFor()
    expect(await read(incident)).toMatchObject({ externalId: 'F-1' })
  })

  test('tags are added by typing and removed by choosing them again', async () => {
    const incident = await createExternally(key, { tags: ['night'] })
    const page = await openIncident(incident)
    await page.keyboard.press('t')
    await page.keyboard.type('cold chain')
    await page.getByRole('option', { name: 'Add “cold chain”' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'night', checked: true }).click()
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await read(incident)).tags).toEqual(['cold chain'])
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Tags: cold chain' }))).toBe(true)
  })

  test('a second tag does not replace a tag that is still being saved, even after a change of another fact', async () => {
    const incident = await createExternally(key)
    const page = await openIncident(incident)
    const { hasStarted, release } = await delayRequests(page, 'PATCH', '**/api/console/incidents/*')
    const addTag = async (tag: string) => {
      await page.keyboard.press('t')
      await page.keyboard.type(tag)
      await page.getByRole('option', { name: `Add “${tag}”` }).waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await page.getByRole('listbox', { name: 'Tags' }).waitFor({ state: 'detached' })
    }
    await addTag('night')
    await hasStarted
    await page.keyboard.press('a')
    await details(page)
      .getByRole('button', { name: `Assignee: ${member.name}` })
      .waitFor()
    await addTag('door')
    release()
    await expect.poll(async () => (await read(incident)).tags).toEqual(['night', 'door'])
  })

  test('choosing a type that requires a category opens the form for all fields, which asks for the category', async () => {
    const organization = await newOrganization()
    const [freezers, warm, tills, scanner, standard, strict] = [1, 2, 3, 4, 5, 6].map(() => uuidv7()) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    await publishConfiguration(organization.scope, {
      types: [
        { id: freezers, name: 'Freezers', active: true, profileId: null },
        { id: tills, name: 'Tills', active: true, profileId: strict },
      ],
      categories: [
        { id: warm, typeId: freezers, name: 'Too warm', active: true },
        { id: scanner, typeId: tills, name: 'Scanner', active: true },
      ],
      profiles: [
        { id: standard, name: 'Standard', fields: {} },
        { id: strict, name: 'Strict', fields: { categoryId: { rule: 'required' } } },
      ],
      defaultProfileId: standard,
    })
    const incident = await createExternally(organization.key, { typeId: freezers, categoryId: warm })
    const page = await open(`/incidents/${incident.id}`, { as: organization.member })
    await page.getByRole('button', { name: 'Type: Freezers' }).click()
    await page.getByRole('option', { name: 'Tills' }).click()
    await page.getByText('Choose a category.').waitFor()
    await comment(page).waitFor()
    expect(await page.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('Tills')
    await page.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: 'Scanner' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Category: Scanner' }).waitFor()
  })

  test('the incident page and its editors work on a phone 320 px wide', async () => {
    const incident = await createExternally(key, {
      typeId,
      locationId: location.id,
      tags: ['night'],
      latitude: 53.5,
      longitude: 9.9,
    })
    const page = await openIncident(incident, member, 'phone')
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Edit coordinates' }).tap()
    await page.getByRole('textbox', { name: 'Latitude' }).waitFor()
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 320, height: 2400 })
    await expectNoAxeViolations(page)
  })
})
