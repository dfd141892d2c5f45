import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addPoint } from '../../server/src/directory/add-point.ts'
import { changeLocation } from '../../server/src/directory/change-location.ts'
import { archiveLocation } from '../../server/src/directory/archive.ts'
import { importLocations } from '../../server/src/directory/import/import-locations.ts'
import { createIncident } from '../../server/src/incidents/create/create.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/accessibility.ts'
import { browser, hasFocus, writeHeaders } from './support/browser.ts'
import { delayRequests } from './support/delay-requests.ts'
import { organizations } from './support/organization.ts'
import { act, row, show } from './support/table-page.ts'

const open = browser()
const newOrganization = organizations()

const location = (scope: OrganizationScope, name: string, externalId: string | null = null) =>
  addLocation(scope, { name, externalId })

describe('locations', () => {
  test('an administrator can add, edit, archive and restore a location', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/directory', { as: administrator })
    await page.getByRole('heading', { name: 'No active locations' }).waitFor()
    await expectNoAxeViolations(page)

    await page.getByRole('button', { name: 'Add location' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a location' })
    await adding.getByRole('button', { name: 'Add location' }).click()
    await adding.getByText('Fill in this field.').waitFor()
    await expectNoAxeViolations(page)
    await adding.getByLabel('Name').fill('Harbour Street')
    await adding.getByLabel('External id').fill('STORE-01')
    await adding.getByRole('button', { name: 'Add location' }).click()
    await row(page, 'STORE-01').waitFor()

    await act(page, 'Harbour Street', 'Edit')
    const editing = page.getByRole('dialog', { name: 'Edit Harbour Street' })
    await editing.getByLabel('Name').fill('Harbour Road')
    await editing.getByLabel('External id').fill('')
    await editing.getByRole('button', { name: 'Save' }).click()
    await row(page, 'Harbour Road').waitFor()
    await expect.poll(() => page.getByText('STORE-01').count()).toBe(0)

    await act(page, 'Harbour Road', 'Archive')
    const archiving = page.getByRole('dialog', { name: 'Archive Harbour Road?' })
    await expectNoAxeViolations(page)
    await archiving.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('heading', { name: 'No active locations' }).waitFor()
    await show(page, 'Archived')
    await row(page, 'Harbour Road').getByText('Archived').waitFor()
    await act(page, 'Harbour Road', 'Restore')
    await page.getByText('Restored Harbour Road.').waitFor()
    await show(page, 'In use')
    await row(page, 'Harbour Road').waitFor()
  })

  test('renaming a location does not overwrite an external id that somebody else sets while the dialog is open', async () => {
    const { administrator, scope } = await newOrganization()
    const { id } = await location(scope, 'Harbour Street')
    const page = await open('/directory', { as: administrator })
    await act(page, 'Harbour Street', 'Edit')
    const editing = page.getByRole('dialog', { name: 'Edit Harbour Street' })
    await editing.getByLabel('Name').fill('Harbour Road')
    await changeLocation(scope, id, { externalId: 'STORE-01' })
    await editing.getByRole('button', { name: 'Save' }).click()
    const externalId = row(page, 'Harbour Road').getByRole('cell', { name: 'STORE-01', exact: true })
    await expect.poll(() => externalId.count()).toBe(1)
  })

  test('archiving or restoring a location moves the focus to a neighbouring row, or to the page if no row is left', async () => {
    const { administrator, scope } = await newOrganization()
    for (const name of ['Airport', 'Harbour Street', 'Market Square']) await location(scope, name)
    const page = await open('/directory', { as: administrator })
    const actionsFor = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })
    const archive = async (name: string) => {
      await act(page, name, 'Archive')
      await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
      await row(page, name).waitFor({ state: 'detached' })
    }
    await row(page, 'Market Square').waitFor()
    await archive('Harbour Street')
    await expect.poll(() => hasFocus(actionsFor('Market Square'))).toBe(true)
    await archive('Market Square')
    await expect.poll(() => hasFocus(actionsFor('Airport'))).toBe(true)
    await archive('Airport')
    await expect.poll(() => hasFocus(page.locator('#content'))).toBe(true)

    await show(page, 'Archived')
    await row(page, 'Market Square').waitFor()
    await act(page, 'Harbour Street', 'Restore')
    await row(page, 'Harbour Street').waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(actionsFor('Market Square'))).toBe(true)
  })

  test('the default location of a profile cannot be archived, and the dialog links to the report forms', async () => {
    const { administrator, scope } = await newOrganization()
    const { id } = await location(scope, 'Harbour Street')
    const profileId = randomUUID()
    const fields = { locationId: { rule: 'optional', default: id } } as const
    const profiles = [{ id: profileId, name: 'Night shift', fields }]
    await publishConfiguration(scope, { types: [], categories: [], defaultProfileId: profileId, profiles })
    const page = await open('/directory', { as: administrator })
    await act(page, 'Harbour Street', 'Archive')
    const dialog = page.getByRole('dialog', { name: 'Archive Harbour Street?' })
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await dialog.getByText('Night shift').waitFor()
    await expectNoAxeViolations(page)
    await dialog.getByRole('link', { name: 'Go to the report forms' }).click()
    await page.getByRole('heading', { level: 1, name: 'Report forms' }).waitFor()
  })

  test('the row of a location shows the numbers of its points and incidents and links to both', async () => {
    const { administrator, scope } = await newOrganization()
    const { id } = await location(scope, 'Harbour Street')
    await addPoint(scope, { locationId: id, name: 'Freezer 3' })
    await createIncident(scope, { clientRequestId: randomUUID(), name: 'Freezer warm', locationId: id })
    const page = await open('/directory', { as: administrator })
    await row(page, 'Harbour Street').waitFor()
    const cells = row(page, 'Harbour Street').getByRole('cell')
    await expect.poll(async () => (await cells.allInnerTexts()).slice(2, 4)).toEqual(['1', '1'])
    await row(page, 'Harbour Street').getByRole('link', { name: '1 incident' }).click()
    await page.waitForURL((url) => url.pathname === '/incidents' && url.searchParams.get('locationId') === id)
    await page.goBack()
    await page.getByRole('link', { name: 'Harbour Street' }).click()
    await page.getByRole('heading', { level: 1, name: 'Harbour Street' }).waitFor()
    await row(page, 'Freezer 3').waitFor()
  })

  test('a list of 1,200 locations can be paged and searched, and the URL contains page and search', async () => {
    const { administrator, scope } = await newOrganization()
    const lines = Array.from({ length: 1_200 }, (_, index) => ({
      line: index + 2,
      location: `Store ${String(index).padStart(4, '0')}`,
      externalId: undefined,
      point: undefined,
    }))
    for await (const message of importLocations(scope, { lines, rejectedLines: [] }, async () => undefined))
      expect(message).not.toHaveProperty('problem')
    const page = await open('/directory', { as: administrator })
    await row(page, 'Store 0049').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await row(page, 'Store 0050').waitFor()
    await page.getByText('51 to 100').waitFor()
    expect(new URL(page.url()).search).toBe('?page=2')
    await page.keyboard.press('/')
    await page.keyboard.type('STORE 1199')
    await row(page, 'Store 1199').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    expect(new URL(page.url()).searchParams.get('q')).toBe('STORE 1199')
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such store')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await expectNoAxeViolations(page)
  })
})

test('after the only location of the second page was archived, the list shows the first page', async () => {
  const { administrator, scope } = await newOrganization()
  for (let number = 10; number <= 60; number++) await location(scope, `Store ${number}`)
  const page = await open('/directory?page=2', { as: administrator })
  await row(page, 'Store 60').getByRole('button', { name: 'Actions for Store 60' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await row(page, 'Store 10').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

describe('points of a location', () => {
  test('an administrator can add, rename, archive and restore a point of a location', async () => {
    const { administrator, scope } = await newOrganization()
    const { id } = await location(scope, 'Harbour Street', 'STORE-01')
    const page = await open(`/directory/${id}`, { as: administrator })
    await page.getByRole('heading', { level: 1, name: 'Harbour Street' }).waitFor()
    await page.getByRole('heading', { name: 'No active points' }).waitFor()
    await page.getByRole('button', { name: 'Add point' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Freezer')
    await page.getByRole('dialog').getByRole('button', { name: 'Add point' }).click()
    await act(page, 'Freezer', 'Rename')
    await page.getByRole('dialog').getByLabel('Name').fill('Freezer 3')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await row(page, 'Freezer 3').waitFor()
    await expectNoAxeViolations(page)
    await act(page, 'Freezer 3', 'Archive')
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('heading', { name: 'No active points' }).waitFor()
    await show(page, 'All')
    await act(page, 'Freezer 3', 'Restore')
    await page.getByText('Restored Freezer 3.').waitFor()
    await page.getByRole('link', { name: 'Directory' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Directory' }).waitFor()
  })

  test('the page of a new location has the heading “Location” until the page has read the name of the location', async () => {
    const { administrator } = await newOrganization()
    const page = await open('about:blank', { as: administrator })
    const names = page.waitForResponse((response) => response.url().includes('/api/console/locations?'))
    await page.goto('/incidents')
    await names
    await page.getByRole('navigation').getByRole('link', { name: 'Directory' }).click()
    await page.getByRole('button', { name: 'Add location' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Harbour Street')
    await page.getByRole('dialog').getByRole('button', { name: 'Add location' }).click()
    const reading = await delayRequests(page, 'GET', '**/api/console/locations?*')
    await page.getByRole('link', { name: 'Harbour Street' }).click()
    await reading.hasStarted
    await page.getByRole('heading', { level: 1, name: 'Location', exact: true }).waitFor()
    reading.release()
    await page.getByRole('heading', { level: 1, name: 'Harbour Street' }).waitFor()
  })

  test('the page of a location that failed to load shows its points after a retry', async () => {
    const { administrator, scope } = await newOrganization()
    const { id } = await location(scope, 'Harbour Street')
    const page = await open('about:blank', { as: administrator })
    await page.route('**/api/console/locations?*', (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.goto(`/directory/${id}`)
    await page.getByRole('alert').getByText('Couldn’t load the location').waitFor()
    await expectNoAxeViolations(page)
    await page.unroute('**/api/console/locations?*')
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Harbour Street' }).waitFor()
    await page.getByRole('heading', { name: 'No active points' }).waitFor()
  })

  test("the page of another organization's location shows “Not found”", async () => {
    const [own, other] = [await newOrganization(), await newOrganization()]
    const { id } = await location(other.scope, 'Secret')
    const page = await open(`/directory/${id}`, { as: own.administrator })
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
    expect(await page.getByText('Secret').count()).toBe(0)
  })
})

const file = (content: string, name = 'stores.csv') => ({
  name,
  mimeType: name.endsWith('.csv') ? 'text/csv' : 'application/pdf',
  buffer: Buffer.from(content),
})
const choose = async (page: Page, content: string, name?: string) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ])
  await chooser.setFiles(file(content, name))
}
const openImport = async (page: Page) => {
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('dialog', { name: 'Import locations' }).waitFor()
}

describe('location import', () => {
  test('the import of a CSV file adds new locations and points, and lists each rejected line with its reason', async () => {
    const { administrator, scope } = await newOrganization()
    const closed = await location(scope, 'Closed store')
    await archiveLocation(scope, closed.id)
    const page = await open('/directory', { as: administrator })
    await openImport(page)
    await expectNoAxeViolations(page)
    await choose(
      page,
      'location;locationExternalId;point\nHarbour Street;STORE-01;Freezer 3\n;;Nowhere\nClosed store;;Till\nHarbour Street;STORE-01;Door\n',
    )
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Imported, but some lines were left out').waitFor()
    await expect.poll(() => hasFocus(dialog)).toBe(true)
    await expect
      .poll(() => dialog.getByRole('listitem').allInnerTexts())
      .toEqual(['1 location added', '2 points added', '2 lines weren’t imported'])
    await expect
      .poll(() => dialog.getByRole('row').allInnerTexts())
      .toEqual(['Line\tReason', '3\tThe line has no location.', '4\tThe location is archived. Restore it first.'])
    await expectNoAxeViolations(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download this list' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('refused-lines.csv')
    expect(await textOf(download)).toBe(
      '\uFEFFLine,Reason\r\n3,The line has no location.\r\n4,The location is archived. Restore it first.\r\n',
    )
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await row(page, 'STORE-01').waitFor()
  })

  test('the example file of the import dialog can be imported without a rejected line', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/directory', { as: administrator })
    await openImport(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download an example' }).click(),
    ])
    await choose(page, await textOf(download))
    await page.getByText('Imported everything').waitFor()
  })

  test('a CSV file dropped on the import dialog is imported', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/directory', { as: administrator })
    await openImport(page)
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['location\nMarket Square\n'], 'stores.csv', { type: 'text/csv' }))
      return transfer
    })
    const field = page.getByRole('dialog').locator('.mantine-Dropzone-root')
    await field.dispatchEvent('dragenter', { dataTransfer: dropped })
    await field.dispatchEvent('drop', { dataTransfer: dropped })
    await page.getByText('1 location added').waitFor()
  })

  test('the import dialog reports the error of an invalid file', async () => {
    const { administrator } = await newOrganization()
    const page = await open('/directory', { as: administrator })
    await openImport(page)
    await choose(page, 'place\nHarbour Street\n')
    await page.getByText('The first line names no column "location".').waitFor()
    await expectNoAxeViolations(page)
    await choose(page, '%PDF', 'stores.pdf')
    await page.getByText('This is not a CSV file').waitFor()
  })

  test.each([
    ['breaks off', 'application/x-ndjson', '{"done":1,"total":2}\n', 'The connection ended before the import did.'],
    ['is not the server’s', 'text/html', '<p>\nSign in\n</p>', 'Something between this browser and Tocsin answered'],
  ])('the import dialog reports a response that %s', async (_, contentType, body, words) => {
    const { administrator } = await newOrganization()
    const page = await open('/directory', { as: administrator })
    await page.route('**/locations/import', (route) => route.fulfill({ contentType, body }))
    await openImport(page)
    await choose(page, 'location\nHarbour Street\n')
    await page.getByRole('alert').getByText(words).waitFor()
  })

  test('an import of locations shows its progress and can be cancelled', async () => {
    const { administrator, scope } = await newOrganization()
    const lines = Array.from({ length: 700 }, (_, index) => `Store ${index}`)
    const page = await open('/directory', { as: administrator })
    await openImport(page)
    await scope.transaction(async (inner) => {
      // Lock the row of the organization. The import waits for this lock until the transaction ends.
      await inner.database
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', scope.organizationId)
        .forUpdate()
        .execute()
      await choose(page, ['location', ...lines, ''].join('\n'))
      await page.getByText('0 of 700 lines').waitFor()
      await page.getByRole('progressbar', { name: 'Importing stores.csv' }).waitFor({ state: 'attached' })
      await expectNoAxeViolations(page)
      await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Cancel import' }))).toBe(true)
      await page.keyboard.press('Enter')
      await page.getByText('Import stopped').waitFor()
    })
    await expectNoAxeViolations(page)
    await choose(page, ['location', ...lines, ''].join('\n'))
    await page
      .getByRole('dialog')
      .getByText(/Imported everything/)
      .waitFor()
  })
})

test('JavaScript in names of locations and points is shown as text', async () => {
  const { administrator, scope } = await newOrganization()
  const hostile = '<img src=x onerror="document.title=1">'
  const { id } = await location(scope, hostile, '"><script>document.title=1</script>')
  await addPoint(scope, { locationId: id, name: hostile })
  const page = await open('/directory', { as: administrator })
  await page.getByRole('link', { name: hostile }).click()
  await page.getByRole('heading', { level: 1, name: hostile }).waitFor()
  await act(page, hostile, 'Archive')
  await page.getByRole('dialog', { name: `Archive ${hostile}?` }).waitFor()
  expect(await page.locator('img[src=x]').count()).toBe(0)
  await expect.poll(() => page.title()).toBe(`${hostile} · Tocsin`)
})

describe('location pages on a phone', () => {
  test.each(['light', 'dark'] as const)(
    'the location pages fit a phone and have no accessibility violation in the %s colour scheme',
    async (colorScheme) => {
      const { administrator, scope } = await newOrganization()
      const { id } = await location(scope, 'A Location with quite a long name, Harbour Street', 'STORE-01')
      await addPoint(scope, { locationId: id, name: 'Freezer 3' })
      const page = await open('/directory', { as: administrator, screen: 'phone', colorScheme })
      await page.getByText('STORE-01 · 1 point · 0 incidents').waitFor()
      await expectNoSidewaysScroll(page)
      await expectNoAxeViolations(page)
      await page.getByRole('button', { name: 'Import' }).tap()
      await page.getByRole('dialog', { name: 'Import locations' }).waitFor()
      await expectNoSidewaysScroll(page)
      await expectNoAxeViolations(page)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Harbour Street' }).tap()
      await row(page, 'Freezer 3').waitFor()
      await expectNoSidewaysScroll(page)
      await expectNoAxeViolations(page)
    },
  )
})

test('a member cannot open the directory page or import locations', async () => {
  const { member } = await newOrganization()
  const page = await open('/directory', { as: member })
  await page.getByRole('heading', { level: 1, name: 'For administrators only' }).waitFor()
  const headers = { ...(await writeHeaders(page)), 'content-type': 'text/csv' }
  const response = await page.request.post('/api/console/locations/import', { headers, data: 'location\nA\n' })
  expect(response.status()).toBe(403)
})

async function textOf(download: { createReadStream: () => Promise<NodeJS.ReadableStream> }): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}
