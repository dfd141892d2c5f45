import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packaged, { inflate } from '@sparticuz/chromium'
import { chromium, type Browser, type BrowserServer, type LaunchOptions } from 'playwright-core'

/** Returns the path of the browser: CHROMIUM_PATH or, without this variable, the browser of the npm package. */
const chromiumPath = async (): Promise<string> => process.env.CHROMIUM_PATH ?? packaged.executablePath()

/** Starts a headless browser. */
export const launchChromium = (): Promise<Browser> => startChromium((options) => chromium.launch(options))

/** Starts a headless browser to which other processes can connect. */
export const serveChromium = (): Promise<BrowserServer> => startChromium((options) => chromium.launchServer(options))

/**
 * Starts a browser with only the flags that containers need. The package recommends more flags, but they switch off
 * behaviour that the specs test.
 */
async function startChromium<Started>(start: (options: LaunchOptions) => Promise<Started>): Promise<Started> {
  const options = {
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'],
  }
  try {
    return await start(options)
  } catch (error) {
    if (!String(error).includes('error while loading shared libraries')) throw error
    return start({ ...options, env: { ...process.env, ...(await packagedLibraries()) } })
  }
}

/**
 * Unpacks the libraries and fonts of the package, for a machine on which the libraries are not installed.
 * @returns the environment variables with which the browser finds the libraries and fonts
 */
async function packagedLibraries(): Promise<Record<string, string>> {
  const archive = fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium')))
  return { LD_LIBRARY_PATH: join(await inflate(archive), 'lib'), FONTCONFIG_PATH: join(tmpdir(), 'fonts') }
}
