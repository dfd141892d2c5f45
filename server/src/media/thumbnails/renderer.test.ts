import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isProcessAlive } from '../../disk/is-process-alive.ts'
import { Renderer, type RendererLimits } from './renderer.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })

let folder: string
let photo: string
let large: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-renderer-'))
  photo = join(folder, 'photo.jpg')
  large = join(folder, 'large.png')
  await plain(900, 600).jpeg().toFile(photo)
  // Make the PNG interlaced, so that decoding unpacks the whole image in memory.
  await plain(6_000, 6_000).png({ progressive: true, compressionLevel: 1 }).toFile(large)
})
afterAll(() => rm(folder, { recursive: true }))

const roomy: RendererLimits = { residentMaximumBytes: 1024 ** 3, processorMaximumMs: 60_000 }

function startRenderer(limits?: RendererLimits): Renderer {
  const renderer = new Renderer(limits)
  onTestFinished(() => renderer.close())
  return renderer
}

test('renders several thumbnails one after another in the same child process', async () => {
  const renderer = startRenderer()
  expect(renderer.pid).toBeUndefined()
  expect(await renderer.render(photo)).toMatchObject({ kind: 'rendered', thumbnail: expect.any(Uint8Array) })
  const { pid } = renderer
  expect(await renderer.render(join(folder, 'missing'))).toMatchObject({ kind: 'none' })
  expect(await renderer.render(photo)).toMatchObject({ kind: 'rendered' })
  expect(renderer.pid).toBe(pid)
})

test.each<[string, RendererLimits]>([
  ['memory', { ...roomy, residentMaximumBytes: 110 * 1024 * 1024 }],
  ['processor time', { ...roomy, processorMaximumMs: 200 }],
])('ends the child process when a file takes too much %s, and still renders the next file', async (_, limits) => {
  const renderer = startRenderer(limits)
  expect(await renderer.render(large)).toEqual({ kind: 'died' })
  expect(renderer.pid).toBeUndefined()
  expect(await renderer.render(photo)).toMatchObject({ kind: 'rendered' })
})

test('starts a new child process for the next file if the previous process was killed between two files', async () => {
  const renderer = startRenderer(roomy)
  await renderer.render(photo)
  process.kill(renderer.pid!, 'SIGKILL')
  await expect.poll(() => renderer.pid).toBeUndefined()
  expect(await renderer.render(photo)).toMatchObject({ kind: 'rendered' })
})

test('renders the next file after a child process could not start for lack of file descriptors', async () => {
  const script = `
    import { closeSync, openSync } from 'node:fs'
    import { Renderer } from ${JSON.stringify(new URL('renderer.ts', import.meta.url).href)}
    const renderer = new Renderer()
    const opened = []
    try {
      for (;;) opened.push(openSync('/dev/null'))
    } catch {}
    const first = await renderer.render(${JSON.stringify(photo)})
    opened.forEach((descriptor) => closeSync(descriptor))
    const second = await renderer.render(${JSON.stringify(photo)})
    console.log(first.kind, second.kind)
    renderer.close()`
  const limited = ['-c', 'ulimit -n 64 && exec "$0" "$@"', process.execPath, '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)('/bin/sh', limited)
  expect(stdout).toBe('unavailable rendered\n')
})

test('ends the child process when the renderer is closed while it renders a file', async () => {
  const renderer = startRenderer(roomy)
  const rendering = renderer.render(large)
  const pid = renderer.pid!
  renderer.close()
  expect(await rendering).toEqual({ kind: 'died' })
  await expect.poll(() => isProcessAlive(pid)).toBe(false)
})
