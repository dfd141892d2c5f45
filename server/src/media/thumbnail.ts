const longestSidePixels = 480
/** What an image may take when it has to be unpacked as a whole: about 256 MiB. */
const inputMaximumPixels = 64_000_000
const renderingMaximumSeconds = 20

/** The images that get a thumbnail, and what reads them. SVG is a program, and not run. */
const readers = new Map([
  ['image/jpeg', 'VipsForeignLoadJpegFile'],
  ['image/png', 'VipsForeignLoadPngFile'],
  ['image/apng', 'VipsForeignLoadPngFile'],
  ['image/webp', 'VipsForeignLoadWebpFile'],
  ['image/gif', 'VipsForeignLoadNsgifFile'],
  ['image/tiff', 'VipsForeignLoadTiffFile'],
  ['image/avif', 'VipsForeignLoadHeifFile'],
])

/** Loaded with the first image: it takes 19 MiB, and many servers never see one. */
let loaded: ReturnType<typeof loadSharp> | undefined

async function loadSharp() {
  const { default: sharp } = await import('sharp').catch((error: Error) => {
    // Once, to whoever runs the server: an upload does not fail for it.
    process.emitWarning(`No thumbnails are made, sharp cannot be loaded: ${error.message}`)
    throw error
  })
  // Whatever a file pretends to be, only these readers ever see it.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [...new Set(readers.values())] })
  // The cache would keep removed files open.
  sharp.cache(false)
  return sharp
}

let previous: Promise<unknown> = Promise.resolve()

/**
 * Makes the thumbnail of an image: WebP, longest side 480 px, never enlarged, upright as EXIF says, without metadata.
 * @returns undefined for what is not an image, is broken or is too large to unpack: a file without a thumbnail is fine.
 */
export function makeThumbnail(path: string, contentType: string): Promise<Buffer | undefined> {
  if (!readers.has(contentType)) return Promise.resolve(undefined)
  // One at a time: each takes all cores, much memory, and threads that files and passwords need too.
  const thumbnail = previous.then(() => render(path))
  previous = thumbnail
  return thumbnail
}

async function render(path: string): Promise<Buffer | undefined> {
  try {
    const sharp = await (loaded ??= loadSharp())
    return await sharp(path, { limitInputPixels: inputMaximumPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: longestSidePixels, height: longestSidePixels, fit: 'inside', withoutEnlargement: true })
      .webp()
      .timeout({ seconds: renderingMaximumSeconds })
      .toBuffer()
  } catch {
    return undefined
  }
}
