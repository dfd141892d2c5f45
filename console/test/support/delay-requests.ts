import type { Page } from 'playwright-core'

/**
 * Delays requests of one method and address on their way to the server.
 * @returns `hasStarted`, which resolves once the first request waits, and `release`, which sends all of them on.
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
