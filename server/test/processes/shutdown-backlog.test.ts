import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { newKey } from '../support/new-key.ts'
import { sendLines } from '../support/raw-connection.ts'
import { startServer } from '../support/server-process.ts'
import { makeTemporaryFolder, removeFolder } from '../support/temporary-folder.ts'

test('a server answers 100 requests on connections that it has not accepted before SIGTERM', async () => {
  const dataFolder = await makeTemporaryFolder('backlog')
  onTestFinished(() => removeFolder(dataFolder))
  const server = await startServer({ DATA_DIR: dataFolder })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const key = await newKey(dataFolder)

  // While the process is suspended, the kernel establishes the connections and buffers the requests.
  server.child.kill('SIGSTOP')
  const sockets = Array.from({ length: 100 }, () =>
    sendLines(server.url, 'GET /api/v1/incidents HTTP/1.1', 'host: tocsin', `x-api-key: ${key}`, '', ''),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  server.child.kill('SIGTERM')
  server.child.kill('SIGCONT')

  const responses = await Promise.all(sockets.map((socket) => text(socket).catch((error: Error) => error.message)))
  expect(responses.map((response) => response.split('\r\n', 1)[0])).toEqual(
    Array.from({ length: 100 }, () => 'HTTP/1.1 200 OK'),
  )
  await once(server.child, 'exit')
  expect(server.child.exitCode).toBe(0)
})
