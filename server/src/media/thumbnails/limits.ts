import type { Metadata } from 'sharp'

/** Longest side of an image that gets a thumbnail. Resizing longer rows takes disproportionate memory and time. */
const sideMaximumPixels = 32_767
const imageMaximumPixels = 64_000_000
/** Memory for decoding one image, on top of the process's own. */
const decodingMaximumBytes = 312 * 1024 * 1024

/** Estimates from the header of an image if it can be decoded within the limits. */
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
 * Estimates the bytes that decoding takes for each pixel. Baseline JPEG and non-interlaced PNG are read row by row and take
 * almost nothing. Other formats unpack the whole image. The figures are measured with images of 16 and 64 megapixels.
 */
function bytesPerPixel({ format, channels, depth, isProgressive, chromaSubsampling, pages = 1 }: Metadata): number {
  const unpacked = channels * (bytesPerSample.get(depth) ?? 8)
  switch (format) {
    case 'jpeg':
      // A progressive image takes two bytes for each coefficient.
      return isProgressive ? channels * (chromaSubsampling === '4:2:0' ? 1.1 : 2.1) : 0
    case 'png':
      return isProgressive ? unpacked * 1.2 : 0
    case 'webp':
      return pages > 1 ? 8.5 : 4.3
    case 'gif':
      return 5.1
    case 'tiff':
      // One strip may hold the whole image.
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
