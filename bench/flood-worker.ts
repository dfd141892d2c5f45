import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Flood } from './floods.ts'

// Worker thread that sends the requests of a flood. Several senders work at the same time, and each sends one request
// after another. When the main thread posts a message, the worker stops and reports the number of responses by status.

const { port, senders, credentials, requests } = workerData as Flood
const agent = new Agent({ keepAlive: true, maxSockets: senders })
const statuses: Record<string, number> = {}
const bodies = requests.map(({ body }) => (body === undefined ? undefined : Buffer.from(JSON.stringify(body))))
let sent = 0
const ending = new AbortController()

const report = (message: unknown): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of Node has no origin
  parentPort!.postMessage(message)
}

const send = (): Promise<void> =>
  new Promise((resolve) => {
    const index = sent++ % requests.length
    const { method, path } = requests[index]!
    const body = bodies[index]
    const length = body ? { 'content-type': 'application/json', 'content-length': body.length } : {}
    const call = request({ port, host: '127.0.0.1', method, path, agent, headers: { ...credentials, ...length } })
    const end = (status: string) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      resolve()
    }
    call.on('error', ({ message }) => end(message))
    call.on('response', (response) => {
      response.resume().once('close', () => end(String(response.statusCode)))
    })
    call.end(body)
  })

parentPort!.once('message', () => {
  ending.abort()
  agent.destroy()
  report(statuses)
})
report('ready')
await Promise.all(
  Array.from({ length: senders }, async () => {
    while (!ending.signal.aborted) await send()
  }),
)
