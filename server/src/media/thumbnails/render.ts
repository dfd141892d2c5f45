import type Sharp from 'sharp'
import { isWithinLimits } from './limits.ts'
import { loaders } from '../thumbnail-formats.ts'

const longestSidePixels = 480

/**
 * Loads the image library sharp and restricts it to the formats that get a thumbnail. Call this function only in a
 * child process for rendering, because sharp can crash its process.
 * @throws Error when there is no build of sharp for this system.
 */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  // Block all loaders and allow only the needed ones, so that the content of a file cannot select another loader.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [...new Set(loaders.values())] })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Renders the thumbnail of an image as WebP without metadata. The longest side has at most 480 pixels; small images are
 * not enlarged. The thumbnail is rotated according to the EXIF orientation.
 * @returns undefined for a file that is not an image, is damaged or exceeds the limits.
 */
export async function renderThumbnail(sharp: typeof Sharp, path: string): Promise<Buffer | undefined> {
  try {
    if (!isWithinLimits(await sharp(path, { limitInputPixels: false }).metadata())) return undefined
    return await sharp(path, { failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ width: longestSidePixels, height: longestSidePixels, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer()
  } catch {
    return undefined
  }
}
