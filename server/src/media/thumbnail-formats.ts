/**
 * Content types of files that get a thumbnail, and the libvips operation that reads each. SVG is excluded: it may run
 * scripts.
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
