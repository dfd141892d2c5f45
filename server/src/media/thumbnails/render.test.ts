import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getsThumbnail } from '../thumbnail-formats.ts'
import { loadSharp, renderThumbnail } from './render.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-thumbnail-'))
})
afterAll(() => rm(folder, { recursive: true }))

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } }, limitInputPixels: false })

async function thumbnailOf(image: Sharp | Buffer) {
  const source = join(folder, 'source')
  await writeFile(source, image instanceof sharp ? await (image as Sharp).toBuffer() : (image as Buffer))
  const bytes = await renderThumbnail(await loadSharp(), source)
  if (!bytes) return undefined
  const path = join(folder, 'thumbnail')
  await writeFile(path, bytes)
  return { bytes, path, metadata: await sharp(path).metadata() }
}

test.each([
  [1200, 600, 480, 240],
  [600, 1200, 240, 480],
  [480, 480, 480, 480],
  [100, 50, 100, 50],
  [20_000, 2, 480, 1],
])(
  'scales an image of %i × %i pixels to a thumbnail of %i × %i',
  async (width, height, thumbnailWidth, thumbnailHeight) => {
    const thumbnail = await thumbnailOf(plain(width, height).png())
    expect(thumbnail!.metadata).toMatchObject({ format: 'webp', width: thumbnailWidth, height: thumbnailHeight })
  },
)

test.each([
  ['image/jpeg', plain(600, 600).jpeg()],
  ['image/webp', plain(600, 600).webp()],
  ['image/gif', plain(600, 600).gif()],
  ['image/tiff', plain(600, 600).tiff()],
  ['image/avif', plain(600, 600).avif({ effort: 0 })],
])('renders a thumbnail of an image with the content type %s', async (_contentType, image) => {
  expect((await thumbnailOf(image))?.metadata).toMatchObject({ format: 'webp', width: 480, height: 480 })
})

test('rotates the thumbnail according to the EXIF orientation and omits the metadata of the image', async () => {
  const photo = plain(800, 400)
    .composite([{ input: { create: { width: 400, height: 400, channels: 3, background: 'blue' } }, left: 0, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'secret owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret owner</x:xmpmeta>')
  expect((await photo.toBuffer()).includes('secret owner')).toBe(true)

  const { bytes, path, metadata } = (await thumbnailOf(photo))!
  expect(metadata).toMatchObject({ width: 240, height: 480 })
  expect(metadata.orientation).toBeUndefined()
  expect(metadata.exif).toBeUndefined()
  expect(metadata.xmp).toBeUndefined()
  expect(metadata.icc).toBeUndefined()
  expect(bytes.includes('secret')).toBe(false)
  // Expect blue at the top and red at the bottom: orientation 6 rotates clockwise, so the blue left side becomes the
  // top.
  const { data } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  expect(data[2]).toBeGreaterThan(200)
  expect(data.at(-3)).toBeGreaterThan(150)
})

test.each([
  [
    'is cut off',
    () =>
      plain(600, 600)
        .jpeg()
        .toBuffer()
        .then((bytes) => bytes.subarray(0, bytes.length / 2)),
  ],
  ['only begins like one', async () => Buffer.from('\x89PNG\r\n\x1A\nnothing', 'latin1')],
  ['has too many pixels', () => plain(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer()],
  ['is another kind of file', async () => Buffer.from('%PDF-1.7')],
  ['is an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
])('renders no thumbnail of a file that %s', async (_case, contents) => {
  expect(await thumbnailOf(await contents())).toBeUndefined()
})

test.each(['image/svg+xml', 'image/heic', 'application/pdf', 'text/plain', 'constructor'])(
  'does not try to make a thumbnail of a file with the content type %s',
  (contentType) => {
    expect(getsThumbnail({ contentType })).toBe(false)
  },
)

test('does not change the image file of which it renders a thumbnail', async () => {
  const original = await plain(600, 600).jpeg().toBuffer()
  await thumbnailOf(original)
  expect(await readFile(join(folder, 'source'))).toEqual(original)
})
