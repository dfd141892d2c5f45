import type { Page } from 'playwright-core'

/** Delays the answer to requests for the browser's position. @returns a function that answers them. */
export async function delayPosition(page: Page): Promise<() => Promise<void>> {
  const requests = await page.evaluateHandle(() => {
    const waiting: PositionCallback[] = []
    navigator.geolocation.getCurrentPosition = (found) => void waiting.push(found)
    return waiting
  })
  const position = { coords: { latitude: 53.5436, longitude: 9.9716 } } as GeolocationPosition
  return () => requests.evaluate((waiting, found) => waiting.forEach((answer) => answer(found)), position)
}
