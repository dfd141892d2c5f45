import { join } from 'node:path'
import { Command, Option } from 'commander'
import type { Browser } from 'playwright-core'
import { startDemo } from '../server/test/support/demo-process.ts'
import { makeTemporaryFolder, removeFolder } from '../server/test/support/temporary-folder.ts'
import type { PrintedDemo } from '../server/test/support/tocsin-process.ts'
import { buildConsole } from './test/support/build-console.ts'
import { launchChromium } from './test/support/chromium.ts'
import { everyPage } from './test/support/every-page.ts'
import { observeLayoutShift } from './test/support/layout-shift.ts'
import { lookAt } from './test/support/look-at.ts'
import { waitUntilLoaded } from './test/support/wait-until-loaded.ts'

const widths = [320, 390, 768, 1024, 1440]
const variants = {
  light: { colorScheme: 'light', locale: 'en-GB' },
  dark: { colorScheme: 'dark', locale: 'en-GB' },
  /** The pseudo-locale: its texts have accents and are a third longer; see define-texts.ts. */
  pseudo: { colorScheme: 'light', locale: 'en-XA' },
} as const
type VariantName = keyof typeof variants

const only = new Command('look')
  .description('open every page of a demo in every width and variant, and print the defects')
  .option('--page <path>', 'only pages whose path begins with this')
  .option('--width <pixels>', `only this width of ${widths.join(', ')}`, Number)
  .addOption(new Option('--variant <name>', 'only this variant').choices(Object.keys(variants)))
  .parse()
  .opts<{ page?: string; width?: number; variant?: VariantName }>()

/**
 * Opens every page of a demo in every width and variant, and prints the defects that it finds.
 * @returns the number of defects.
 */
async function lookAtEverything(browser: Browser, demo: PrintedDemo): Promise<number> {
  let count = 0
  for (const name of Object.keys(variants) as VariantName[]) {
    if (only.variant && only.variant !== name) continue
    for (const width of widths)
      if (!only.width || only.width === width) count += await lookAtAll(browser, demo, name, width)
  }
  return count
}

async function lookAtAll(browser: Browser, demo: PrintedDemo, name: VariantName, width: number): Promise<number> {
  const isPhone = width < 768
  const context = await browser.newContext({
    baseURL: demo.consoleUrl,
    viewport: { width, height: isPhone ? 844 : 900 },
    ...(isPhone && { isMobile: true, hasTouch: true }),
    reducedMotion: 'reduce',
    ...variants[name],
  })
  await context.request.post('/api/console/session', { data: { email: demo.email, password: demo.password } })
  let count = 0
  const errors: string[] = []
  for (const address of await everyPage(context.request)) {
    if (only.page && !address.startsWith(only.page)) continue
    const page = await context.newPage()
    page.on('pageerror', (error) => errors.push(error.message))
    await observeLayoutShift(page)
    await page.goto(address)
    await waitUntilLoaded(page)
    const findings = [...(await lookAt(page)), ...errors.splice(0)]
    count += findings.length
    process.stdout.write(`${width} ${name} ${address}: ${findings.length === 0 ? 'good' : ''}\n`)
    for (const finding of findings) process.stdout.write(`    ${finding}\n`)
    await page.close()
  }
  await context.close()
  return count
}

const folder = await makeTemporaryFolder('look')
await buildConsole(join(folder, 'dist'))
const demo = await startDemo({ DATA_DIR: join(folder, 'data'), CONSOLE_DIR: join(folder, 'dist') })
const browser = await launchChromium()
try {
  const count = await lookAtEverything(browser, demo.access)
  process.stdout.write(count === 0 ? 'No findings.\n' : `${count} findings.\n`)
  if (count > 0) process.exitCode = 1
} finally {
  await browser.close()
  await demo.stop()
  await removeFolder(folder)
}
