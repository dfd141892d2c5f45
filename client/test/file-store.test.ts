import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TocsinClient } from '@tocsin/client'
import { FileStore } from '@tocsin/client/stores/file'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '../../server/test/support/harness.ts'
import { makeTemporaryFolder, removeFolder } from '../../server/test/support/temporary-folder.ts'

const execute = promisify(execFile)
const server = await startTestServer()
const folder = await makeTemporaryFolder('client-file-store')
afterAll(() => removeFolder(folder))

const programAt = (name: string): string => join(import.meta.dirname, 'programs', name)

test('two processes that use the queue of one folder create every incident and comment exactly once', async () => {
  const { key } = await server.newOrganization()
  const path = join(folder, 'shared')
  const client = new TocsinClient({ baseUrl: `${server.url}/api/v1`, apiKey: key })
  const queue = await client.offline(await FileStore.open(path))
  await queue.refresh()
  const runs = ['left', 'right'].map((name) =>
    execute(process.execPath, [programAt('report-and-flush.ts'), path, `${server.url}/api/v1`, key, name, '30']),
  )
  const outcomes = (await Promise.all(runs)).map(({ stdout }) => JSON.parse(stdout) as string[])
  expect(outcomes.flat()).not.toContain('stopped')
  expect(await queue.flush()).toMatchObject({ outcome: 'finished', parked: 0, waiting: 0 })

  const expected = ['left', 'right'].flatMap((name) => Array.from({ length: 30 }, (_, index) => `${name} ${index}`))
  const incidents = await client.incidents.list().all()
  expect(incidents.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
  for (const { id, name } of incidents) {
    const comments = await client.comments.list(id).all()
    expect(comments.map(({ message }) => message)).toEqual([`on ${name}`])
  }
})

test.skipIf(process.platform === 'win32')('on a full disk, a store rejects only entries that do not fit', async () => {
  const path = join(folder, 'full')
  // The limit of 10 kB for a file has the same effect on the program as a full disk.
  const limited = `trap '' XFSZ; ulimit -f 20; exec "$0" "$@"`
  const parameters = ['-c', limited, process.execPath, programAt('append-beyond-limit.ts'), path]
  const { stdout } = await execute('sh', parameters)
  expect(JSON.parse(stdout)).toEqual({ outcomes: ['stored', 'EFBIG', 'stored'], ids: ['0', '2'] })
  expect(await readdir(join(path, 'files'))).toEqual(['0', '2'])
})
