import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Argument, Command } from 'commander'
import type { Browser, Page } from 'playwright-core'
import { makeTemporaryFolder, removeFolder } from '../server/test/support/temporary-folder.ts'
import type { PrintedDemo } from '../server/test/support/tocsin-process.ts'
import { buildConsole } from './test/support/build-console.ts'
import { launchChromium } from './test/support/chromium.ts'
import { waitUntilLoaded } from './test/support/wait-until-loaded.ts'
import { startDemo } from '../server/test/support/demo-process.ts'

interface Shot {
  /** Name of the screenshot. The file is docs/screenshots/<name>.png. */
  name: string
  path: string
  /** Prepares the loaded page, for example by opening a dialog. */
  prepare?: (page: Page) => Promise<unknown>
  phone?: true
  dark?: true
}

/** All screenshots in the documentation. */
const shots: readonly Shot[] = [
  { name: 'incidents', path: '/incidents' },
  { name: 'incidents-phone', path: '/incidents', phone: true },
  {
    name: 'incident',
    path: '/incidents',
    prepare: openIncident,
  },
  {
    name: 'incident-phone',
    path: '/incidents',
    phone: true,
    prepare: openIncident,
  },
  {
    name: 'incident-photo-dark',
    path: '/incidents',
    dark: true,
    prepare: async (page) => {
      await openIncident(page)
      await page
        .getByRole('button', { name: /^Show / })
        .first()
        .click()
      await page.getByRole('dialog').locator('img').waitFor()
    },
  },
  { name: 'report-incident', path: '/incidents/new' },
  { name: 'report-incident-phone', path: '/incidents/new', phone: true },
  {
    name: 'incidents-selected',
    path: '/incidents?assigned=false&sort=-priority',
    prepare: async (page) => {
      for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
      await page.getByRole('region', { name: 'Selected incidents' }).waitFor()
    },
  },
  { name: 'board', path: '/board' },
  { name: 'board-phone', path: '/board', phone: true },
  { name: 'overview', path: '/overview' },
  { name: 'configuration-draft', path: '/configuration/draft', prepare: openProfile },
  { name: 'configuration-revision', path: '/configuration/2?from=1' },
  { name: 'directory', path: '/directory' },
  { name: 'qr-codes', path: '/directory', prepare: openQrCodes },
  {
    name: 'directory-import',
    path: '/directory',
    async prepare(page) {
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'workflow', path: '/workflow' },
  { name: 'key-issued', path: '/keys', prepare: issueKey },
]

/**
 * Starts a demo server and takes the screenshots of the documentation from it.
 * @param names names of the screenshots to take; all screenshots if empty.
 */
async function takeScreenshots(names: readonly string[]): Promise<void> {
  const wanted = shots.filter(({ name }) => names.length === 0 || names.includes(name))
  const target = join(import.meta.dirname, '../docs/screenshots')
  const folder = await makeTemporaryFolder('screenshots')
  await mkdir(target, { recursive: true })
  await buildConsole(join(folder, 'dist'))
  const demo = await startDemo({ DATA_DIR: join(folder, 'data'), CONSOLE_DIR: join(folder, 'dist') })
  const browser = await launchChromium()
  try {
    for (const shot of wanted) {
      await take(browser, demo.access, shot, join(target, `${shot.name}.png`))
      process.stderr.write(`${shot.name}\n`)
    }
  } finally {
    await browser.close()
    await demo.stop()
    await removeFolder(folder)
  }
}

async function take(browser: Browser, demo: PrintedDemo, shot: Shot, path: string): Promise<void> {
  const context = await browser.newContext({
    baseURL: demo.consoleUrl,
    ...(shot.phone
      ? { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
      : { viewport: { width: 1280, height: 800 } }),
    colorScheme: shot.dark ? 'dark' : 'light',
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  await context.request.post('/api/console/session', { data: { email: demo.email, password: demo.password } })
  const page = await context.newPage()
  await page.goto(shot.path)
  await waitUntilLoaded(page)
  await shot.prepare?.(page)
  await waitUntilLoaded(page)
  await page.screenshot({ path, animations: 'disabled' })
  await context.close()
}

async function issueKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Issue a key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Till 3, harbour store')
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  await page.getByRole('dialog', { name: 'Till 3' }).waitFor()
}

/** Opens the sheet of QR codes of the first location. */
async function openQrCodes(page: Page): Promise<void> {
  await page.locator('main table').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Print QR codes' }).click()
  await page.getByRole('img').first().waitFor()
}

/** Opens the field rules of the profile "Cold chain" in the draft editor, beside the preview of the form. */
async function openProfile(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Forms' }).click()
  await page.getByRole('button', { name: /^Cold chain/ }).click()
}

async function openIncident(page: Page): Promise<void> {
  await page.goto(`/incidents/${await firstIncident(page)}`)
  await page
    .getByRole('button', { name: /^Show / })
    .first()
    .locator('img')
    .waitFor()
}

/** Returns the id of the incident that has the longest timeline among the incidents with photos. */
async function firstIncident(page: Page): Promise<string> {
  const read = async <Result>(path: string) =>
    (await (await page.context().request.get(`/api/console/incidents${path}`)).json()) as { data: Result[] }
  const { data } = await read<{ id: string; mediaIds: string[] }>('?limit=50&sort=-lastModifiedAt')
  const withPhotos = data.filter(({ mediaIds }) => mediaIds.length > 0).slice(0, 20)
  const lengths = await Promise.all(
    withPhotos.map(async ({ id }) => ({ id, length: (await read(`/${id}/timeline`)).data.length })),
  )
  return lengths.toSorted((one, other) => other.length - one.length)[0]!.id
}

const { args } = new Command('screenshots')
  .description('take the screenshots in the documentation')
  .addArgument(new Argument('[names...]', 'only these').choices(shots.map(({ name }) => name)))
  .parse()
await takeScreenshots(args)
