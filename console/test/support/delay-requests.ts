import type { Page } from 'playwright-core'

/**
 * Delays the requests with this method and URL, so that they do not reach the server until the test calls `release`.
 * @param address glob pattern of the URL
 * @returns `hasStarted`, a promise that resolves when the page has sent the first of these requests, and `release`,
 * which sends the delayed requests to the server and ends the delay
 */
export async function delayRequests(page: Page, method: string, address: string) {
  const { promise: hasStarted, resolve: start } = Promise.withResolvers<void>()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    start()
    await isReleased
    return route.fallback()
  })
  return { hasStarted, release }
}
