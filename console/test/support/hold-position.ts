import type { Page } from 'playwright-core'

/** Whoever asks this page for the position waits. @returns how to answer. */
export async function holdPosition(page: Page): Promise<() => Promise<void>> {
  const asked = await page.evaluateHandle(() => {
    const waiting: PositionCallback[] = []
    navigator.geolocation.getCurrentPosition = (found) => void waiting.push(found)
    return waiting
  })
  const position = { coords: { latitude: 53.5436, longitude: 9.9716 } } as GeolocationPosition
  return () => asked.evaluate((waiting, found) => waiting.forEach((tell) => tell(found)), position)
}
