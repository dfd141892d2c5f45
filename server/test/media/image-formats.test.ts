import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { startTestServer } from '../support/harness.ts'
import { addTenant, thumbnailFinished, upload, urlsOf } from '../support/media.ts'

const server = await startTestServer()
const tenant = await addTenant(server)

const plain = (width = 600, height = 400, channels: 3 | 4 = 3) =>
  sharp({
    create: { width, height, channels, background: { r: 200, g: 30, b: 30, alpha: 0.5 } },
    limitInputPixels: false,
  })
/** Makes an image of twelve vertically stacked frames, which sharp writes as an animation. */
const frames = () =>
  sharp({ create: { width: 60, height: 40 * 12, pageHeight: 40, channels: 4, background: 'red' } as never })

const avif = await plain().avif({ effort: 0 }).toBuffer()
const jpeg = await plain().jpeg().toBuffer()

/** Makes an AVIF file with the given brands. Brands are the codes at the start of the file that name its format. */
function branded(major: string, ...compatible: string[]): Buffer {
  const box = Buffer.alloc(16 + 4 * compatible.length)
  box.writeUInt32BE(box.length, 0)
  box.write(`ftyp${major}`, 4)
  for (const [index, brand] of compatible.entries()) box.write(brand, 16 + 4 * index)
  return Buffer.concat([box, avif.subarray(avif.readUInt32BE(0))])
}

/** Makes a PNG of one pixel whose header states the given size. */
function pngHeader(width: number, height: number): Promise<Buffer> {
  return plain(1, 1)
    .png()
    .toBuffer()
    .then((bytes) => {
      bytes.writeUInt32BE(width, 16)
      bytes.writeUInt32BE(height, 20)
      return bytes
    })
}

function bitmap(): Buffer {
  const bytes = Buffer.alloc(58)
  bytes.write('BM')
  bytes.writeUInt32LE(58, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(1, 18)
  bytes.writeInt32LE(1, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'

test.each<[string, Sharp | Buffer | Promise<Buffer>, string, [number, number] | undefined]>([
  ['baseline JPEG', plain().jpeg(), 'image/jpeg', [480, 320]],
  ['progressive JPEG', plain().jpeg({ progressive: true }), 'image/jpeg', [480, 320]],
  ['CMYK JPEG', plain().toColourspace('cmyk').jpeg(), 'image/jpeg', [480, 320]],
  ['grey JPEG', plain().toColourspace('b-w').jpeg(), 'image/jpeg', [480, 320]],
  ['JPEG turned by EXIF', plain().jpeg().withMetadata({ orientation: 6 }), 'image/jpeg', [320, 480]],
  ['truncated JPEG', jpeg.subarray(0, jpeg.length / 2), 'image/jpeg', undefined],
  ['PNG', plain().png(), 'image/png', [480, 320]],
  ['PNG with 16 bits', plain(600, 400, 4).toColourspace('rgb16').png(), 'image/png', [480, 320]],
  ['PNG with a palette', plain().png({ palette: true }), 'image/png', [480, 320]],
  ['interlaced PNG', plain().png({ progressive: true }), 'image/png', [480, 320]],
  ['PNG of one pixel', plain(1, 1).png(), 'image/png', [1, 1]],
  ['PNG of the longest row', plain(32_767, 1).png(), 'image/png', [480, 1]],
  ['PNG of a row one pixel longer', plain(32_768, 1).png(), 'image/png', undefined],
  ['PNG of the longest column', plain(1, 32_767).png(), 'image/png', [1, 480]],
  ['PNG of a column one pixel longer', plain(1, 32_768).png(), 'image/png', undefined],
  ['PNG header of 64,000,000 × 1', pngHeader(64_000_000, 1), 'image/png', undefined],
  ['PNG header of the largest sides', pngHeader(2 ** 31 - 1, 2 ** 31 - 1), 'image/png', undefined],
  ['GIF', plain().gif(), 'image/gif', [480, 320]],
  ['animated GIF', frames().gif(), 'image/gif', [60, 40]],
  ['WebP', plain().webp(), 'image/webp', [480, 320]],
  ['lossless WebP', plain(600, 400, 4).webp({ lossless: true }), 'image/webp', [480, 320]],
  ['animated WebP', frames().webp(), 'image/webp', [60, 40]],
  ['TIFF', plain().tiff(), 'image/tiff', [480, 320]],
  ['tiled TIFF', plain().tiff({ tile: true, compression: 'deflate' }), 'image/tiff', [480, 320]],
  ['AVIF', avif, 'image/avif', [480, 320]],
  ['AVIF with the major brand mif1', branded('mif1', 'mif1', 'avif', 'miaf'), 'image/avif', [480, 320]],
  ['AVIF with the major brand msf1', branded('msf1', 'mif1', 'avif', 'miaf'), 'image/avif', [480, 320]],
  ['AVIF with the major brand miaf', branded('miaf', 'mif1', 'avif'), 'image/avif', undefined],
  ['AVIF sequence', branded('avis', 'avif', 'avis', 'msf1'), 'image/avif', undefined],
  ['AVIF sequence with the major brand msf1', branded('msf1', 'avis'), 'image/avif', undefined],
  ['HEIC', branded('heic', 'mif1', 'heic'), 'image/heic', undefined],
  ['HEIC with 10 bits', branded('heix', 'mif1', 'heix'), 'image/heic', undefined],
  ['HEIC with the major brand mif1', branded('mif1', 'mif1', 'heic'), 'image/heic', undefined],
  ['HEIC sequence', branded('hevc', 'msf1', 'hevc'), 'image/heic-sequence', undefined],
  ['HEIF of an unknown codec', branded('mif1', 'mif1', 'miaf'), 'image/heif', undefined],
  ['HEIF sequence of an unknown codec', branded('msf1'), 'image/heif-sequence', undefined],
  ['MP4', branded('isom', 'isom', 'mp41'), 'video/mp4', undefined],
  ['truncated AVIF', avif.subarray(0, avif.length / 2), 'image/avif', undefined],
  ['AVIF of nothing but brands', branded('avif', 'avif').subarray(0, 20), 'image/avif', undefined],
  ['BMP', bitmap(), 'image/bmp', undefined],
  ['SVG', Buffer.from(svg), 'text/plain', undefined],
  ['empty file', Buffer.alloc(0), 'application/octet-stream', undefined],
])(
  'detects the content type of a file and makes a thumbnail if the format is supported: %s',
  async (_name, image, contentType, size) => {
    const bytes = Buffer.isBuffer(image) ? image : image instanceof Promise ? await image : await image.toBuffer()
    // Use a misleading file name, because the content type must depend only on the content.
    const { status, body: media } = await upload(server, tenant, bytes, 'photo.txt')
    expect({ status, contentType: media.contentType }).toEqual({ status: 201, contentType })
    await thumbnailFinished(server, media.id)
    expect(await thumbnailSize(media.id)).toEqual(size)
  },
)

async function thumbnailSize(mediaId: string): Promise<[number, number] | undefined> {
  const { body: urls } = await urlsOf(server, tenant.key, `incidents/${tenant.incidentId}`, mediaId)
  if (urls.thumbnailDownloadUrl === null) return undefined
  const bytes = Buffer.from(await (await fetch(urls.thumbnailDownloadUrl)).arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  return [width, height]
}
