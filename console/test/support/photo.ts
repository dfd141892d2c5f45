import { drawPhotos, type Scene } from '../../../demo/src/draw-photo.ts'
import { randomFrom } from '../../../demo/src/random.ts'

/** A file as a file input takes it. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** What a photo is wide, in pixels. */
export const photoWidth = 1280

/** A JPEG as a phone might take it. */
export async function photo(name: string, scene: Scene = 'thermometer'): Promise<ChosenFile> {
  const [buffer] = await drawPhotos([scene], randomFrom(1))
  return { name, mimeType: 'image/jpeg', buffer: buffer! }
}
