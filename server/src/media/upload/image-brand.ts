import { open } from 'node:fs/promises'

/** Number of bytes to read from the start of a file. In real files the list of brands ends earlier. */
const headMaximumBytes = 4_096

const avifBrands = new Set(['avif', 'avis'])
const heicTypes = new Map([
  ...['heic', 'heix', 'heim', 'heis'].map((brand) => [brand, 'image/heic'] as const),
  ...['hevc', 'hevx', 'hevm', 'hevs'].map((brand) => [brand, 'image/heic-sequence'] as const),
])
/** Brands that name only the container format, which can contain images of any codec. */
const containerTypes = new Map([
  ['mif1', 'image/heif'],
  ['msf1', 'image/heif-sequence'],
])

/**
 * Reads the media type of an AVIF or HEIF image from its list of brands. The first entry, the major brand, often names
 * only the container format. In this case another entry names the codec.
 * @returns undefined for any other file.
 * @see ISO/IEC 14496-12, 4.3; ISO/IEC 23008-12, annex B; AVIF 1.1, 6.2
 */
export async function readImageBrand(path: string): Promise<string | undefined> {
  const brands = brandsIn(await readHead(path))
  if (brands.some((brand) => avifBrands.has(brand))) return 'image/avif'
  return firstIn(heicTypes, brands) ?? firstIn(containerTypes, brands)
}

/** Lists the brands in the file type box (`ftyp`) at the start of a file. A file without this box has none. */
function brandsIn(head: Buffer): string[] {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return []
  // Bytes 0 to 3 are the size of the box. A size of 0 means that the box extends to the end of the file.
  const end = Math.min(head.readUInt32BE(0) || head.length, head.length)
  const brands = [head.toString('latin1', 8, 12)]
  // Start the list of compatible brands at byte 16, because bytes 12 to 15 are the minor version.
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4))
  return brands
}

const firstIn = (types: ReadonlyMap<string, string>, brands: string[]): string | undefined =>
  brands.map((brand) => types.get(brand)).find((type) => type !== undefined)

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headMaximumBytes), 0, headMaximumBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
