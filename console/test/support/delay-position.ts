import type { Page } from 'playwright-core'

/**
 * Replaces the browser's `getCurrentPosition`, so that the page waits for the position.
 * @returns a function that answers all waiting requests of the page with the same coordinates
 */
export async function delayPosition(page: Page): Promise<() => Promise<void>> {
  const requests = await page.evaluateHandle(() => {
    const waiting: PositionCallback[] = []
    navigator.geolocation.getCurrentPosition = (found) => void waiting.push(found)
    return waiting
  })
  const position = { coords: { latitude: 53.5436, longitude: 9.9716 } } as GeolocationPosition
  return () => requests.evaluate((waiting, found) => waiting.forEach((resolve) => resolve(found)), position)
}
