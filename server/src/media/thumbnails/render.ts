import type Sharp from 'sharp'
import { isWithinLimits } from './limits.ts'
import { loaders } from '../thumbnail-formats.ts'

const longestSidePixels = 480

/**
 * Loads sharp, restricted to the formats that get a thumbnail. Call it only in a process that nothing else depends on.
 * @throws Error when there is no build of sharp for this system.
 */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  // No other loader ever reads a file, even if its content asks for one.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [...new Set(loaders.values())] })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Renders the thumbnail of an image: WebP, longest side 480 px, never enlarged, rotated upright as EXIF says, without
 * metadata.
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
