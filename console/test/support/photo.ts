import { drawPhotos, type Scene } from '../../../demo/src/draw-photo.ts'
import { randomFrom } from '../../../demo/src/random.ts'

/** A file in the shape that Playwright's `setInputFiles` takes. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Width in pixels of the pictures that `photo` returns. */
export const photoWidth = 1280

/** Draws a scene and returns the picture as a JPEG file with the given name. */
export async function photo(name: string, scene: Scene = 'thermometer'): Promise<ChosenFile> {
  const [buffer] = await drawPhotos([scene], randomFrom(1))
  return { name, mimeType: 'image/jpeg', buffer: buffer! }
}
