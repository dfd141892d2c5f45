import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addPoint } from '../../server/src/directory/add-point.ts'
import { archiveLocation, archivePoint } from '../../server/src/directory/archive.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, serverUrl } from './support/browser.ts'
import { listExternally } from './support/external-api.ts'
import { nameField } from './support/incident-form.ts'
import { organizations } from './support/organization.ts'
import { choose, openForm, report } from './support/report-form.ts'
import { signInByForm } from './support/sign-in-form.ts'
import { scanQrCode } from './support/scan-qr-code.ts'

const open = browser()
const newOrganization = organizations()

/** Creates an organization with a shop that has two points, of which one is archived, and with another shop. */
async function shopWithPoints() {
  const organization = await newOrganization()
  const { scope } = organization
  const shop = await addLocation(scope, { name: 'Harbour Street' })
  await addLocation(scope, { name: 'Mill Lane' })
  const freezer = await addPoint(scope, { locationId: shop.id, name: 'Freezer 3' })
  const archived = await addPoint(scope, { locationId: shop.id, name: 'Freezer 1' })
  await archivePoint(scope, archived.id)
  return { ...organization, shop, freezer, archived }
}

describe.each(['light', 'dark'] as const)('the sheet of QR codes in %s mode', (colorScheme) => {
  test('the sheet of QR codes of a location has scannable codes for the location and its active points', async () => {
    const { administrator, shop, freezer } = await shopWithPoints()
    const page = await open(`/directory/${shop.id}`, { as: administrator, colorScheme })
    await page.getByRole('link', { name: 'Print QR codes' }).click()
    await page.getByRole('heading', { level: 1, name: 'QR codes for Harbour Street' }).waitFor()
    const cards = page.locator('main').getByRole('listitem')
    await expect.poll(() => cards.count()).toBe(2)
    const codeOf = (name: string) => scanQrCode(page.getByRole('img', { name: `QR code for ${name}` }))
    expect(await codeOf('Harbour Street')).toBe(`${serverUrl()}/report?location=${shop.id}`)
    expect(await codeOf('Freezer 3')).toBe(`${serverUrl()}/report?point=${freezer.id}`)
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
  })
})

test('the printed sheet of QR codes is one page of A4 paper, without the navigation and the buttons', async () => {
  const { administrator, shop } = await shopWithPoints()
  const page = await open(`/directory/${shop.id}/qr-codes`, { as: administrator })
  const code = page.getByRole('img', { name: 'QR code for Freezer 3' })
  await code.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await code.isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await page.getByRole('navigation').isVisible()).toBe(false)

  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  const pointsPerMm = 72 / 25.4
  expect(
    sizes.map(([, width, height]) => [width, height].map((points) => Math.round(Number(points) / pointsPerMm))),
  ).toEqual([[210, 297]])
})

test('the sheet of QR codes for an unknown location says that there is no such location', async () => {
  const { administrator } = await newOrganization()
  const page = await open(`/directory/${randomUUID()}/qr-codes`, { as: administrator })
  await page.getByText('There is no such location in your organization.').waitFor()
})

const location = (page: Awaited<ReturnType<typeof open>>) => page.getByRole('combobox', { name: 'Location' })
const point = (page: Awaited<ReturnType<typeof open>>) => page.getByRole('combobox', { name: 'Point' })

describe('the address in a QR code', () => {
  test('after the sign-in, a scanned QR code opens the report form for its point, and “Report another” chooses this point again', async () => {
    const { member, key, shop, freezer } = await shopWithPoints()
    const page = await open(`/report?point=${freezer.id}`, { screen: 'phone' })
    await page.getByText('The report form opens as soon as you’ve signed in.').waitFor()
    await signInByForm(page, member)
    await nameField(page).waitFor()
    await expect.poll(() => location(page).inputValue()).toBe('Harbour Street')
    await expect.poll(() => point(page).inputValue()).toBe('Freezer 3')
    await nameField(page).fill('Warm')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Warm' }).waitFor()
    expect(await listExternally(key)).toMatchObject([{ locationId: shop.id, pointId: freezer.id }])
    await page.getByRole('button', { name: 'Report another' }).click()
    await expect.poll(() => point(page).inputValue()).toBe('Freezer 3')
  })

  test('the address in the QR code of a location opens the report form for the location', async () => {
    const { member, shop } = await shopWithPoints()
    const page = await openForm(open, `/report?location=${shop.id}`, { as: member })
    await expect.poll(() => location(page).inputValue()).toBe('Harbour Street')
    expect(await point(page).inputValue()).toBe('')
  })

  test('a scan replaces the place in a report draft, and a place that the user then chooses survives a reload', async () => {
    const { member, freezer } = await shopWithPoints()
    const page = await openForm(open, '/incidents/new', { as: member })
    await nameField(page).fill('Half a report')
    await choose(page, 'Location', 'Mill Lane')
    await page.goto(`/report?point=${freezer.id}`)
    await expect.poll(() => point(page).inputValue()).toBe('Freezer 3')
    expect(await nameField(page).inputValue()).toBe('Half a report')
    await choose(page, 'Location', 'Mill Lane')
    await page.reload()
    await expect.poll(() => location(page).inputValue()).toBe('Mill Lane')
  })

  test.each([
    ['an unknown point', () => `point=${randomUUID()}`, 'There’s no such point in your organization'],
    ['an unreadable point', () => 'point=freezer', 'There’s no such point in your organization'],
    ['an unknown location', () => `location=${randomUUID()}`, 'There’s no such location in your organization'],
  ])('the form says so if the address names %s, and lets the user choose', async (_case, search, message) => {
    const { member, key, shop } = await shopWithPoints()
    const page = await openForm(open, `/report?${search()}`, { as: member })
    await page.getByRole('status').getByText(message).waitFor()
    await expectNoAxeViolations(page)
    await choose(page, 'Location', 'Harbour Street')
    await nameField(page).fill('Warm')
    await report(page)
    await page.getByRole('heading', { level: 1, name: 'Warm' }).waitFor()
    expect(await listExternally(key)).toMatchObject([{ locationId: shop.id, pointId: null }])
  })

  test('the report form says so if the scanned point or location is archived', async () => {
    const { member, scope, shop, freezer, archived } = await shopWithPoints()
    const page = await openForm(open, `/report?point=${archived.id}`, { as: member })
    await page.getByText('Freezer 1 is archived').waitFor()
    await expect.poll(() => location(page).inputValue()).toBe('Harbour Street')
    expect(await point(page).inputValue()).toBe('')
    await archiveLocation(scope, shop.id)
    await page.goto(`/report?point=${freezer.id}`)
    await page.getByText('Harbour Street is archived').waitFor()
    expect(await location(page).inputValue()).toBe('')
  })
})
