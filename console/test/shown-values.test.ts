import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { Page } from 'playwright-core'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { browser, hasFocus } from './support/browser.ts'
import { createExternally, listExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'
import { choose, chooseType, openDetails, report } from './support/report-form.ts'
import { fillAll, priority, fieldsWithRule, shownValues, type Fields } from './support/field-rules.ts'

const open = browser()
const newOrganization = organizations()

/**
 * Creates an organization with a default profile without rules. Adds a type with its own profile for each item of
 * `forms`.
 * @param forms functions that return the field rules of a profile, keyed by the name of the type
 */
async function withForms(forms: Record<string, (ids: { locationId: string; userId: string }) => Fields>) {
  const organization = await newOrganization()
  const { scope } = organization
  const ids = { locationId: (await addLocation(scope, { name: 'Harbour Street' })).id, userId: scope.actorId }
  const entries = Object.entries(forms).map(([name, fields]) => ({
    name,
    id: uuidv7(),
    profileId: uuidv7(),
    fields: fields(ids),
  }))
  const standard = uuidv7()
  const content: ConfigurationContent = {
    types: entries.map(({ id, name, profileId }) => ({ id, name, profileId, active: true })),
    categories: [],
    profiles: [
      { id: standard, name: 'Standard', fields: {} },
      ...entries.map(({ name, profileId, fields }) => ({ id: profileId, name, fields })),
    ],
    defaultProfileId: standard,
  }
  await publishConfiguration(scope, content)
  return { ...organization, content, ids }
}

const requiredWithoutDefault = ['required', false] as const
const forms = [
  ['required', true],
  requiredWithoutDefault,
  ['optional', true],
  ['optional', false],
  ['readOnly', true],
  ['readOnly', false],
] as const

/**
 * Sends the report. Checks that the values that the form shows equal the values in the request and the values of the
 * stored incident.
 */
async function expectShownIsSent(page: Page, key: string, rule: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  const shown = await shownValues(page)
  const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/incidents'))
  await report(page)
  const body = (await sending).postDataJSON() as Record<string, unknown>
  await expect.poll(() => listExternally(key)).toHaveLength(1)
  const stored = (await listExternally(key))[0]!
  for (const field of ['name', 'description', 'priority', 'locationId'] as const)
    expect(body[field] ?? null).toBe(rule === 'readOnly' ? null : stored[field])
  const orNothing = (value: string | null) => value ?? (rule === 'readOnly' ? 'Nothing' : '')
  expect(shown.priority?.toUpperCase()).toBe(stored.priority)
  expect(shown.name).toBe(orNothing(stored.name))
  expect(shown.locationId).toBe(stored.locationId ? 'Harbour Street' : orNothing(null))
  expect(shown.description || null).toBe(stored.description)
  expect(rule === 'readOnly' && 'occurredAt' in body).toBe(false)
  const isTimeShown = rule !== 'readOnly' && shown.occurredAt
  expect(isTimeShown ? new Date(isTimeShown).toISOString() : stored.occurredAt).toBe(stored.occurredAt)
}

describe('the report form', () => {
  test('a required field without a default is empty until the user chooses a value, and the chosen value is stored', async () => {
    const { member, key } = await withForms({ Building: () => ({ priority: { rule: 'required' } }) })
    const page = await open('/incidents/new', { as: member })
    await nameField(page).waitFor()
    expect(await priority(page).inputValue()).toBe('Normal')
    await chooseType(page, 'Building')
    await expect.poll(() => priority(page).inputValue()).toBe('')
    await report(page)
    await page.getByText('Priority: Choose a priority.').waitFor()
    await priority(page).click()
    await page.getByRole('option', { name: 'Normal' }).click()
    await nameField(page).fill('Loose tile')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Loose tile' }).waitFor()
    expect(await listExternally(key)).toMatchObject([{ priority: 'NORMAL' }])
  })

  test.each(forms.filter((form) => form !== requiredWithoutDefault))(
    'the report form sends and stores the values that it shows (rule: %s, with a default: %s)',
    async (rule, withDefault) => {
      const { member, key } = await withForms({
        Lift: ({ locationId }) => fieldsWithRule(rule, withDefault, locationId),
      })
      const page = await open('/incidents/new', { as: member })
      await nameField(page).fill('typed under another form')
      await chooseType(page, 'Lift')
      await page.getByText('Form: Lift').waitFor()
      await expectShownIsSent(page, key, rule)
    },
  )

  test.each(forms)(
    'a restored report draft sends the values that it shows (rule: %s, with a default: %s)',
    async (rule, withDefault) => {
      const { member, key } = await withForms({
        Lift: ({ locationId }) => fieldsWithRule(rule, withDefault, locationId),
      })
      const page = await open('/incidents/new', { as: member })
      await fillAll(page)
      await chooseType(page, 'Lift')
      await page.getByText('Form: Lift').waitFor()
      await page.reload()
      await page.getByText('Form: Lift').waitFor()
      await expectShownIsSent(page, key, rule)
    },
  )

  test.each(forms)(
    'the report form sends the values that it shows after the rules changed (rule: %s, with a default: %s)',
    async (rule, withDefault) => {
      const { member, key, scope, content, ids } = await withForms({ Lift: () => ({}) })
      const page = await open('/incidents/new', { as: member })
      await fillAll(page)
      await chooseType(page, 'Lift')
      const profiles = content.profiles.map((profile) =>
        profile.name === 'Lift' ? { ...profile, fields: fieldsWithRule(rule, withDefault, ids.locationId) } : profile,
      )
      await publishConfiguration(scope, { ...content, profiles })
      await page.reload()
      const next = page.getByRole('button', { name: /^Continue with version/ })
      await next.click()
      await next.waitFor({ state: 'detached' })
      await expectShownIsSent(page, key, rule)
    },
  )

  test('if the user clears the time of occurrence, the new incident gets the default time', async () => {
    const at = '2026-03-01T08:30:00.000Z'
    const { member, key } = await withForms({ Lift: () => ({ occurredAt: { rule: 'optional', default: at } }) })
    const page = await open('/incidents/new', { as: member })
    await nameField(page).fill('Lift stuck')
    await chooseType(page, 'Lift')
    const time = page.locator('#incident-occurredAt')
    const shown = await time.inputValue()
    expect(shown).not.toBe('')
    await time.fill('')
    await page.keyboard.press('Enter')
    await expect.poll(() => listExternally(key)).toMatchObject([{ occurredAt: at }])
  })

  test('the report form rejects an incomplete time of occurrence', async () => {
    const { member, key } = await withForms({})
    const page = await open('/incidents/new', { as: member })
    await nameField(page).fill('Lift stuck')
    await openDetails(page)
    const time = page.locator('#incident-occurredAt')
    await time.focus()
    await page.keyboard.type('12')
    await report(page)
    await page.getByText('Occurred: Enter a date and a time.').waitFor()
    await expect.poll(() => hasFocus(time)).toBe(true)
    expect(await listExternally(key)).toEqual([])
  })
})

test('the edit form saves the values that it shows, and shows the saved values when opened again', async () => {
  const { member, key } = await withForms({ Lift: () => ({ priority: { rule: 'required' } }) })
  const { id } = await createExternally(key, { name: 'Lift stuck', priority: 'MINOR' })
  const page = await open(`/incidents/${id}`, { as: member })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await nameField(page).waitFor()
  await choose(page, 'Type', 'Lift')
  const shown = await shownValues(page)
  expect(shown).toMatchObject({ name: 'Lift stuck', priority: 'Minor', description: '', locationId: '' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await nameField(page).waitFor()
  expect(await shownValues(page)).toEqual(shown)
  expect(await listExternally(key)).toMatchObject([{ name: 'Lift stuck', priority: 'MINOR', description: null }])
})
