import jsQr from 'jsqr'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'

// The package is a CommonJS module. Node.js puts its default export one level deeper than its types say.
const { default: scan } = jsQr as unknown as { default: typeof jsQr }

/** Scans the QR code that an element shows, as a phone's camera would. @returns the text of the code */
export async function scanQrCode(element: Locator): Promise<string | undefined> {
  const { data, info } = await sharp(await element.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return scan(new Uint8ClampedArray(data), info.width, info.height)?.data
}
