import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { apiCallerOf } from '../support/caller.ts'
import { tryCreation } from '../support/harness.ts'
import { walkIncidents } from '../support/walk.ts'
import { makeTemporaryFolder, removeFolder } from '../support/temporary-folder.ts'
import { newKey } from '../support/new-key.ts'
import { startServer } from '../support/server-process.ts'
import { until } from '../support/until.ts'

const senders = 16

test('every incident answered with 201 is stored exactly once after the server is killed under load', async () => {
  const dataFolder = await makeTemporaryFolder('crash')
  const first = await startServer({ DATA_DIR: dataFolder })
  const key = await newKey(dataFolder)
  const call = apiCallerOf(first.url, key)

  const answered: string[] = []
  const unanswered: string[] = []
  let isRunning = true
  const load = Array.from({ length: senders }, async () => {
    while (isRunning) {
      const clientRequestId = randomUUID()
      const response = await tryCreation(call, { clientRequestId }).catch(() => undefined)
      if (response?.status === 201) answered.push(clientRequestId)
      else unanswered.push(clientRequestId)
      isRunning &&= response !== undefined
    }
  })
  await until('the load runs', async () => answered.length > 300)
  expect(await first.end('SIGKILL')).toBe('SIGKILL')
  await Promise.all(load)
  expect(unanswered.length).toBeGreaterThan(0)

  const second = await startServer({ DATA_DIR: dataFolder })
  // Repeat the requests that got no response, as a client should.
  const callAgain = apiCallerOf(second.url, key)
  const retries = await Promise.all(unanswered.map((clientRequestId) => tryCreation(callAgain, { clientRequestId })))
  expect(retries.map(({ status }) => status)).toEqual(unanswered.map(() => 201))
  const stored = (await walkIncidents(callAgain)).map(({ clientRequestId }) => clientRequestId)
  expect(stored.toSorted()).toEqual([...answered, ...unanswered].toSorted())

  expect(await second.end('SIGTERM')).toBe(0)
  await removeFolder(dataFolder)
})
