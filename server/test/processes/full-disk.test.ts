import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from '../support/temporary-folder.ts'
import { cli } from '../support/tocsin-process.ts'
import { until } from '../support/until.ts'

test('a server answers requests and stops cleanly although its log cannot be written', async () => {
  const DATA_DIR = await makeTemporaryFolder('full-disk')
  onTestFinished(() => removeFolder(DATA_DIR))
  const port = await findFreePort()
  const full = await open('/dev/full', 'w')
  onTestFinished(() => full.close())
  const child = spawn(process.execPath, [cli, 'serve', '--port', String(port)], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR },
    stdio: ['ignore', 'ignore', full.fd],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const isLive = () =>
    fetch(`http://127.0.0.1:${port}/livez`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await until('the server serves or has ended', async () => child.exitCode !== null || (await isLive()))
  // Send requests, because the server tries to write a log line for each request.
  for (let request = 0; request < 3; request++) {
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/incidents`)).status).toBe(401)
  }
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

/** Finds a free port. A server that cannot write its log could not report a port that it has chosen itself. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
