import { resolve } from 'node:path'
import { makeTemporaryFolder, removeFolder } from '@tocsin/server/test/support/temporary-folder.ts'
import { Command } from 'commander'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../console/test/support/chromium.ts'
import { medianOf } from './http-load.ts'
import { milliseconds, printReport, times, type Section } from './report.ts'
import { thisCheckout } from './server-under-test.ts'
import { openSide, type Side } from './side.ts'

// Measures how long staff wait until they can use the list of incidents, and until an incident is open. All measured
// checkouts must have been built with `npm run build`.

const incidents = 11_000

const { against, rounds } = new Command('bench:console')
  .description('measure how long the console takes to show the list and an incident, in a browser')
  .option('--against <folder>', 'compare with another checkout, by turns in the same run')
  .option('--rounds <number>', 'number of times that each page is opened', Number, 15)
  .parse()
  .opts<{ against?: string; rounds: number }>()

const folder = await makeTemporaryFolder('console')
const browser = await launchChromium()
const sides: Side[] = []
try {
  if (against) sides.push(await openSide('old', resolve(against), folder, [incidents]))
  sides.push(await openSide('new', thisCheckout, folder, [incidents]))
  printReport([await measure()])
} finally {
  await browser.close()
  for (const side of sides) await side.stop()
  await removeFolder(folder)
}

/** Opens the console of each checkout in every round, so that other load on the machine slows all checkouts equally. */
async function measure(): Promise<Section> {
  const waits = sides.map((): Wait[] => [])
  // The first round fills caches and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const wait = await openPages(browser, side)
      if (round > 0) waits[index]!.push(wait)
    }
  }
  const medians = waits.map(medianOf)
  const row = (title: string, part: keyof Wait) => {
    const figures = medians.map((median) => median[part])
    const ratio = figures.length === 2 ? [times(figures[1]! / figures[0]!)] : []
    return [title, ...figures.map(milliseconds), ...ratio]
  }
  return {
    title: `The console with ${incidents.toLocaleString('en')} incidents, median of ${rounds}`,
    heads: ['Wait', ...sides.map(({ label }) => label), ...(sides.length === 2 ? ['new : old'] : [])],
    rows: [row('until the list can be used', 'listMs'), row('until an incident is open', 'incidentMs')],
  }
}

/**
 * Waiting times of a user in milliseconds. `listMs`: time to load the page, with an empty cache, until an incident can
 * be opened. `incidentMs`: time from the click on an incident until its details are visible.
 */
type Wait = Record<'listMs' | 'incidentMs', number>

async function openPages(on: Browser, { server, organizations }: Side): Promise<Wait> {
  const context = await on.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } })
  const cookies = organizations[0]!.session['cookie']!.split('; ').map((pair) => {
    const [name, value] = pair.split(/=(.*)/s)
    return { name: name!, value: value!, url: server.url }
  })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const startedAtMs = performance.now()
  await page.goto('/incidents?state=open')
  const first = page.getByRole('grid').getByRole('link').first()
  await first.click({ trial: true })
  const listedAtMs = performance.now()
  await first.click()
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  const openedAtMs = performance.now()
  await context.close()
  return { listMs: listedAtMs - startedAtMs, incidentMs: openedAtMs - listedAtMs }
}
