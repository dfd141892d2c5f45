import { drawPhotos, type Scene } from '../../../demo/src/draw-photo.ts'
import { randomFrom } from '../../../demo/src/random.ts'

/** A file in the shape that Playwright's `setInputFiles` takes. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Width of a photo in pixels. */
export const photoWidth = 1280

/** Returns a JPEG of a scene. */
export async function photo(name: string, scene: Scene = 'thermometer'): Promise<ChosenFile> {
  const [buffer] = await drawPhotos([scene], randomFrom(1))
  return { name, mimeType: 'image/jpeg', buffer: buffer! }
}
