import type { Metadata } from 'sharp'

/** Maximum length of a side of an image that gets a thumbnail. Longer sides take disproportionate memory and time. */
const sideMaximumPixels = 32_767
const imageMaximumPixels = 64_000_000
/** Maximum memory for decoding one image, in addition to the memory of the idle process. */
const decodingMaximumBytes = 312 * 1024 * 1024

/** Checks from the header of an image if decoding stays within the limits of size and memory. */
export function isWithinLimits(header: Metadata): boolean {
  const { width, height } = header
  const pixels = width * height
  return (
    Math.max(width, height) <= sideMaximumPixels &&
    pixels <= imageMaximumPixels &&
    pixels * bytesPerPixel(header) <= decodingMaximumBytes
  )
}

/**
 * Estimates the memory that decoding takes, in bytes per pixel. Baseline JPEG and non-interlaced PNG take almost no
 * memory, because they are decoded row by row. The other formats are decoded as a whole. The numbers were measured with
 * images of 16 and 64 megapixels.
 */
function bytesPerPixel({ format, channels, depth, isProgressive, chromaSubsampling, pages = 1 }: Metadata): number {
  const unpacked = channels * (bytesPerSample.get(depth) ?? 8)
  switch (format) {
    case 'jpeg':
      // The decoder of a progressive JPEG stores two bytes for each coefficient. With 4:2:0 subsampling, a pixel has
      // half as many coefficients.
      return isProgressive ? channels * (chromaSubsampling === '4:2:0' ? 1.1 : 2.1) : 0
    case 'png':
      return isProgressive ? unpacked * 1.2 : 0
    case 'webp':
      return pages > 1 ? 8.5 : 4.3
    case 'gif':
      return 5.1
    case 'tiff':
      // A TIFF may store the whole image in one strip, which is decoded at once.
      return unpacked * 1.2
    case 'heif':
      return depth === 'uchar' ? 19 : 26
    default:
      return Infinity
  }
}

const bytesPerSample = new Map([
  ['uchar', 1],
  ['char', 1],
  ['ushort', 2],
  ['short', 2],
  ['uint', 4],
  ['int', 4],
  ['float', 4],
])
