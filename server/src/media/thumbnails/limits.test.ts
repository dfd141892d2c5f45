import type { Metadata } from 'sharp'
import { expect, test } from 'vitest'
import { isWithinLimits } from './limits.ts'

const header = (fields: Partial<Metadata>) =>
  ({ channels: 3, depth: 'uchar', isProgressive: false, ...fields }) as Metadata

test.each<[string, Partial<Metadata>, number]>([
  ['JPEG', { format: 'jpeg' }, 64_000_000],
  ['CMYK JPEG', { format: 'jpeg', channels: 4 }, 64_000_000],
  ['progressive JPEG', { format: 'jpeg', isProgressive: true, chromaSubsampling: '4:4:4' }, 51_929_000],
  ['progressive CMYK JPEG', { format: 'jpeg', channels: 4, isProgressive: true }, 38_947_000],
  ['PNG', { format: 'png' }, 64_000_000],
  ['PNG with 16 bits and alpha', { format: 'png', channels: 4, depth: 'ushort' }, 64_000_000],
  [
    'interlaced PNG with 16 bits and alpha',
    { format: 'png', channels: 4, depth: 'ushort', isProgressive: true },
    34_078_000,
  ],
  ['GIF', { format: 'gif', channels: 4 }, 64_000_000],
  ['WebP', { format: 'webp' }, 64_000_000],
  ['animated WebP', { format: 'webp', pages: 2 }, 38_489_000],
  ['TIFF', { format: 'tiff' }, 64_000_000],
  ['TIFF of doubles', { format: 'tiff', depth: 'double' }, 11_359_000],
  ['AVIF', { format: 'heif' }, 17_218_000],
  ['AVIF with 10 bits', { format: 'heif', depth: 'ushort' }, 12_582_000],
])(
  'accepts an image (%s) of the maximum size, and rejects an image that has one more row of pixels',
  (_name, fields, pixels) => {
    const width = 8_000
    expect(isWithinLimits(header({ ...fields, width, height: Math.floor(pixels / width) }))).toBe(true)
    expect(isWithinLimits(header({ ...fields, width, height: Math.floor(pixels / width) + 1 }))).toBe(false)
  },
)

test('accepts an image with a side of 32,767 pixels, and rejects an image with a side of 32,768 pixels', () => {
  const png = header({ format: 'png' })
  expect(isWithinLimits({ ...png, width: 32_767, height: 1 })).toBe(true)
  expect(isWithinLimits({ ...png, width: 32_768, height: 1 })).toBe(false)
  expect(isWithinLimits({ ...png, width: 1, height: 32_768 })).toBe(false)
  expect(isWithinLimits({ ...png, width: 64_000_000, height: 1 })).toBe(false)
})

test('rejects an image of a format for which the memory use of decoding is unknown', () => {
  expect(isWithinLimits(header({ format: 'svg', width: 1, height: 1 }))).toBe(false)
})
