import { expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { signInAs } from '../../server/test/support/console.ts'
import { expectNoSidewaysScroll } from './support/accessibility.ts'
import { addState } from './support/add-state.ts'
import { browser, isInView, serverUrl } from './support/browser.ts'
import { commentExternally, createExternally } from './support/external-api.ts'
import { changeIncidentAs } from './support/change-as.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'

const open = browser()
const newOrganization = organizations()

/** HTML and template code. Any part that the browser executes sets `window.wasRun`. */
const script = `"><img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>{{constructor.constructor('window.wasRun=1')()}}`
const link = `javascript:window.wasRun=1`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="top.wasRun=1"><script>top.wasRun=1</script></svg>`

test('JavaScript in names, file names, comments and SVG files of an incident never runs', async () => {
  const { scope, key, member } = await newOrganization()
  const location = await addLocation(scope, { name: script.slice(0, 200) })
  const [typeId, profileId] = [uuidv7(), uuidv7()]
  await publishConfiguration(scope, {
    types: [{ id: typeId, name: script, active: true, profileId: null }],
    categories: [],
    profiles: [{ id: profileId, name: script, fields: { name: { rule: 'required' } } }],
    defaultProfileId: profileId,
  })
  const incident = await createExternally(key, {
    name: script,
    description: script,
    typeId,
    locationId: location.id,
    tags: [script.slice(0, 100)],
    externalId: link,
  })
  await commentExternally(key, incident, script, { externalId: link })
  const colleague = await signInAs(serverUrl(), scope, 'member')
  await changeIncidentAs(colleague, incident, { description: `${script}!` })

  const page = await open(`/incidents/${incident.id}`, { as: member })
  const gallery = page.getByRole('region', { name: 'Photos and files' })
  await gallery.locator('input[type=file][multiple]').setInputFiles([
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
    { name: '<img src=x onerror=window.wasRun=1>.html', mimeType: 'text/html', buffer: Buffer.from(script) },
  ])
  await gallery.getByRole('link').nth(1).waitFor()
  await page.getByRole('list', { name: 'Comments and changes' }).getByText('edited').waitFor()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(script)

  // Open the edit form, so that the checks below cover both the page and the form.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await nameField(page).waitFor()
  expect(await wasRun()).toBe(false)
  expect(await page.locator('img[src=x], svg[onload], iframe, object, embed').count()).toBe(0)
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)

  // Request the uploaded SVG file. The headers of the response must stop browsers from executing the file.
  const address = await gallery.getByRole('link', { name: 'Download drawing.svg' }).getAttribute('href')
  const response = await page.request.get(address!)
  expect(response.headers()['content-disposition']).toMatch(/^attachment/)
  expect(response.headers()['content-security-policy']).toContain('sandbox')
  expect(response.headers()['x-content-type-options']).toBe('nosniff')

  await page.goto('/incidents/new')
  await page.getByRole('radio').first().click()
  await page.getByText(/^Fields marked with an asterisk/).waitFor()
  expect(await wasRun()).toBe(false)

  function wasRun(): Promise<boolean> {
    return page.evaluate(() => 'wasRun' in window)
  }
})

test.each(['desktop', 'phone'] as const)(
  'long names without spaces make no page wider than the screen of a %s',
  async (screen) => {
    const { scope, administrator } = await newOrganization()
    const name = 'W'.repeat(250)
    const location = await addLocation(scope, { name, externalId: name })
    const [typeId, profileId] = [uuidv7(), uuidv7()]
    await publishConfiguration(scope, {
      types: [{ id: typeId, name, active: true, profileId: null }],
      categories: [{ id: uuidv7(), typeId, name, active: true }],
      profiles: [{ id: profileId, name, fields: { name: { rule: 'required' } } }],
      defaultProfileId: profileId,
    })
    const page = await open('/directory', { as: administrator, screen })
    await page.getByRole('link', { name }).first().waitFor()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const title = page.getByRole('dialog').getByRole('heading', { level: 2 })
    expect(await title.evaluate(isCutOff)).toBe(false)

    await page.goto(`/directory/${location.id}`)
    await page.getByText(`External id ${name}`).waitFor()
    await expectNoSidewaysScroll(page)

    await page.goto('/configuration')
    const card = page.getByRole('region', { name })
    await card.getByRole('listitem').waitFor()
    expect(await card.evaluate(isOverfull)).toBe(false)

    await page.goto('/incidents/new')
    const tile = page.locator('label').filter({ has: page.getByRole('radio', { name }) })
    expect(await tile.evaluate(isOverfull)).toBe(false)

    await page.goto('/configuration/draft')
    await page.getByRole('button', { name }).first().click()
    const legend = page.getByText(`Categories of ${name}`)
    await legend.waitFor()
    expect(await legend.evaluate(isCutOff)).toBe(false)
    await expectNoSidewaysScroll(page)
  },
)

test.each(['desktop', 'phone'] as const)(
  'long names of workflow states are fully readable in menus and buttons on a %s',
  async (screen) => {
    const { scope, key, member } = await newOrganization()
    const { name: incidentName, id } = await createExternally(key)
    const name = 'Waiting for the approval of the authority and of everybody who works on its behalf in the district'
    await addState(scope, name)
    const page = await open('/incidents', { as: member, screen })

    await page.getByRole('checkbox', { name: `Select ${incidentName}` }).click()
    await page.getByRole('button', { name: 'Move to…' }).click()
    await expectWhole('option', 'listbox')
    await page.goto('/board')
    await page.getByRole('button', { name: `Move ${incidentName} to…` }).click()
    await expectWhole('menuitem', 'menu')
    await page.goto(`/incidents/${id}`)
    await page.getByRole('button', { name: 'State: ' }).click()
    await expectWhole('option', 'listbox')
    await page.getByRole('option', { name }).click()
    const button = page.getByRole('button', { name: `State: ${name}` })
    await button.waitFor()
    expect(await button.evaluate(isOverfull)).toBe(false)
    await expectNoSidewaysScroll(page)

    async function expectWhole(itemRole: 'option' | 'menuitem', listRole: 'listbox' | 'menu'): Promise<void> {
      const item = page.getByRole(itemRole, { name })
      await expect.poll(() => isInView(item)).toBe(true)
      expect(await page.getByRole(listRole).evaluate(isOverfull)).toBe(false)
      expect(await item.getByText(name).evaluate(isOverfull)).toBe(false)
      await expectNoSidewaysScroll(page)
    }
  },
)

test('right-to-left text is shown from right to left, and truncation cuts off the left end of the text', async () => {
  const { key, member } = await newOrganization()
  const name = 'تسرب مياه في الطابق الثاني من المبنى، الرجاء إرسال فني على الفور. '.repeat(3).trim()
  const incident = await createExternally(key, { name, description: name })
  await commentExternally(key, incident, name)
  const page = await open('/incidents', { as: member })
  const { first, last, cell } = await page.getByRole('link', { name }).evaluate(placesOf)
  expect(first).toBeLessThan(cell.right)
  expect(last).toBeLessThan(cell.left)

  await page.goto(`/incidents/${incident.id}`)
  // Check the direction of the text in all three places: name, description and comment.
  const texts = page.getByText(name, { exact: true })
  await expect.poll(() => texts.count()).toBe(3)
  for (const text of await texts.all()) {
    const places = await text.evaluate(placesOf)
    expect(places.last).toBeLessThan(places.beforeLast)
  }
})

/**
 * Returns horizontal positions in pixels: the left edges of the first character, the last but one and the last, and the
 * edges of the parent element as `cell`.
 */
function placesOf(element: Element) {
  const text = element.firstChild!
  const leftOf = (index: number) => {
    const character = document.createRange()
    character.setStart(text, index)
    character.setEnd(text, index + 1)
    return character.getBoundingClientRect().left
  }
  const end = text.textContent!.length - 1
  const { left, right } = element.parentElement!.getBoundingClientRect()
  return { first: leftOf(0), beforeLast: leftOf(end - 1), last: leftOf(end), cell: { left, right } }
}

/** Returns true if the content is wider than the element. */
const isOverfull = (element: Element): boolean => element.scrollWidth > element.clientWidth

const isCutOff = (element: Element): boolean =>
  element.getBoundingClientRect().right > element.parentElement!.getBoundingClientRect().right
