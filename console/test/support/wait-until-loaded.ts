import type { Page } from 'playwright-core'

/** Waits until the page has its heading, shows no skeleton, and has loaded the images in the window. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Ignore the timeout of this wait: the network never becomes idle while the connection for live updates is open.
  await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => undefined)
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  // Wait only for images in the window, because images below the window load only after scrolling.
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > globalThis.innerHeight),
  )
}
