/**
 * Content types of files that get a thumbnail, each with the libvips operation that reads it. SVG is excluded, because
 * an SVG file may contain scripts.
 */
export const loaders: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'VipsForeignLoadJpegFile'],
  ['image/png', 'VipsForeignLoadPngFile'],
  ['image/apng', 'VipsForeignLoadPngFile'],
  ['image/webp', 'VipsForeignLoadWebpFile'],
  ['image/gif', 'VipsForeignLoadNsgifFile'],
  ['image/tiff', 'VipsForeignLoadTiffFile'],
  ['image/avif', 'VipsForeignLoadHeifFile'],
])

export const getsThumbnail = ({ contentType }: { contentType: string }): boolean => loaders.has(contentType)
