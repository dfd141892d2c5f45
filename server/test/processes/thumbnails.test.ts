import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Media, MediaUrls } from '@tocsin/contract/api/media.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isProcessAlive } from '../../src/disk/is-process-alive.ts'
import { apiCallerOf } from '../support/caller.ts'
import { newIncident } from '../support/harness.ts'
import { makeTemporaryFolder, removeFolder } from '../support/temporary-folder.ts'
import { newKey } from '../support/new-key.ts'
import { startServer } from '../support/server-process.ts'
import { until } from '../support/until.ts'

/** Returns the process ids of the child processes of `pid` that render thumbnails. */
async function renderersOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === pid && args.join(' ').includes('/thumbnails/child.'))
    .map(([child]) => Number(child))
}

test('the renderer process ends when its server is killed, and the next server makes the thumbnail', async () => {
  const dataFolder = await makeTemporaryFolder('thumbnails')
  const first = await startServer({ DATA_DIR: dataFolder })
  const key = await newKey(dataFolder)
  const incident = await newIncident(apiCallerOf(first.url, key))

  const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([photo as Uint8Array<ArrayBuffer>]), 'photo.png')
  const headers = { 'x-api-key': key }
  const uploading = fetch(`${first.url}/api/v1/incidents/${incident.id}/media`, {
    method: 'POST',
    headers,
    body: form,
  })
  let renderers: number[] = []
  await until('a renderer runs', async () => (renderers = await renderersOf(first.child.pid!)).length > 0)
  // Suspend the renderer, so that it cannot finish the thumbnail before the server is killed.
  renderers.forEach((renderer) => process.kill(renderer, 'SIGSTOP'))
  const response = await uploading
  expect(response.status).toBe(201)
  const media = (await response.json()) as Media
  const thumbnailOn = async (url: string) => {
    const urls = await fetch(`${url}/api/v1/download/incidents/${incident.id}/media/${media.id}/urls`, { headers })
    return ((await urls.json()) as MediaUrls).thumbnailDownloadUrl
  }
  expect(await thumbnailOn(first.url)).toBeNull()
  expect(await first.end('SIGKILL')).toBe('SIGKILL')
  renderers.forEach((renderer) => process.kill(renderer, 'SIGCONT'))
  await until('the renderer has ended', async () => !renderers.some(isProcessAlive))

  const second = await startServer({ DATA_DIR: dataFolder })
  await until('the thumbnail exists', async () => (await thumbnailOn(second.url)) !== null)
  expect((await fetch((await thumbnailOn(second.url))!)).headers.get('content-type')).toBe('image/webp')

  expect(await second.end('SIGTERM')).toBe(0)
  await removeFolder(dataFolder)
})
