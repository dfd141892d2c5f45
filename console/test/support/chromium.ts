import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packaged, { inflate } from '@sparticuz/chromium'
import { chromium, type Browser } from 'playwright-core'

/** The browser from the npm registry; where that has none for the machine, the one that CHROMIUM_PATH names. */
export const chromiumPath = async (): Promise<string> => process.env.CHROMIUM_PATH ?? packaged.executablePath()

/**
 * Starts a browser without a window. Of the flags that its packagers recommend only those that containers need: the
 * others switch off what the specs are to prove.
 */
export async function launchChromium(): Promise<Browser> {
  const options = {
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--no-zygote', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'],
  }
  try {
    return await chromium.launch(options)
  } catch (error) {
    if (!String(error).includes('error while loading shared libraries')) throw error
    return chromium.launch({ ...options, env: { ...process.env, ...(await packagedLibraries()) } })
  }
}

/** A bare machine lacks libraries and fonts, which come with the package. */
async function packagedLibraries(): Promise<Record<string, string>> {
  const archive = fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium')))
  return { LD_LIBRARY_PATH: join(await inflate(archive), 'lib'), FONTCONFIG_PATH: join(tmpdir(), 'fonts') }
}
