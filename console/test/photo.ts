import sharp from 'sharp'

/** A file as a file input takes it. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A small JPEG of one colour. */
export async function photo(name: string, background = '#2f6f4f'): Promise<ChosenFile> {
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}
