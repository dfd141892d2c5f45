import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPhotos } from './draw-photo.ts'
import { randomFrom } from './random.ts'

test('drawPhotos draws each scene as a JPEG of 1280 by 960 pixels', async () => {
  const photos = await drawPhotos(['thermometer', 'puddle', 'crates', 'till', 'door'], randomFrom(1))
  for (const photo of photos) {
    expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 1280, height: 960 })
  }
})

test('after drawPhotos has finished, the image library sharp rejects SVG images again', async () => {
  await drawPhotos(['door'], randomFrom(1))
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
  await expect(sharp(Buffer.from(svg)).jpeg().toBuffer()).rejects.toThrow('unsupported image format')
})
