import type { Page } from 'playwright-core'

/**
 * Delays requests with this method and URL before they reach the server.
 * @param address glob pattern of the URL
 * @returns `hasStarted`, a promise that resolves once the first request is delayed, and `release`, which lets the
 * delayed requests and all later ones through to the server
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
