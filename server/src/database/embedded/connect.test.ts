import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeTemporaryDataFolder } from '../../../test/support/temporary-data-folder.ts'
import { connect } from './connect.ts'
import { openCluster } from './open-cluster.ts'
import { run } from './run.ts'

test('connecting waits without limit while the embedded PostgreSQL recovers', async () => {
  const folder = await makeTemporaryDataFolder()
  await (await folder.start()).release()
  const cluster = await openCluster(folder.path, () => undefined)
  // Make the cluster recover until the test promotes it. Until then, it accepts no connections.
  await writeFile(join(cluster.folder, 'standby.signal'), '')
  await appendFile(join(cluster.folder, 'postgresql.auto.conf'), 'hot_standby = off\n')

  const messages: string[] = []
  const connecting = connect(cluster, (message) => messages.push(message), 50)
  await expect.poll(() => messages.length).toBeGreaterThan(1)
  expect(messages[0]).toMatch(/not ready yet: .*; waiting for it$/)
  const { account, binaries } = cluster
  await run(binaries.pgCtl, ['promote', '--no-wait'], { account, environment: { PGDATA: cluster.folder } })
  const { client } = await connecting
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test('connecting to a frozen PostgreSQL fails with an error that names the log file of the cluster', async () => {
  const folder = await makeTemporaryDataFolder()
  await folder.start()
  const cluster = await openCluster(folder.path, () => undefined)
  const pid = await folder.pid()
  process.kill(pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(pid, 'SIGCONT'))
  await expect(connect(cluster, () => undefined, 50)).rejects.toThrow(
    /runs but accepts no connections: timeout expired\. See .*\/postgresql\.log\./,
  )
})
