import type { Page } from 'playwright-core'

/**
 * Keeps calls of one kind waiting on their way to the server.
 * @returns `hasBegun`, once the first of them waits, and how to let them all go on.
 */
export async function holdBack(page: Page, method: string, address: string) {
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    begin()
    await isReleased
    return route.fallback()
  })
  return { hasBegun, release }
}
