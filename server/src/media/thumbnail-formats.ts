/** Content types that get a thumbnail, each with the operation of libvips that reads it. SVG is a program, and not run. */
export const readers: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'VipsForeignLoadJpegFile'],
  ['image/png', 'VipsForeignLoadPngFile'],
  ['image/apng', 'VipsForeignLoadPngFile'],
  ['image/webp', 'VipsForeignLoadWebpFile'],
  ['image/gif', 'VipsForeignLoadNsgifFile'],
  ['image/tiff', 'VipsForeignLoadTiffFile'],
  ['image/avif', 'VipsForeignLoadHeifFile'],
])

export const getsThumbnail = ({ contentType }: { contentType: string }): boolean => readers.has(contentType)
