import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { addLocation } from '../src/directory/add-location.ts'
import { startTestServer } from './support/harness.ts'
import { listen } from './support/listen.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { readLines, tocsinIn } from './support/tocsin-process.ts'

const server = await startTestServer()
const folder = await makeTemporaryFolder('gateways')
const file = join(folder, 'rows.csv')
const lines = [
  'name,location,tags',
  ...Array.from({ length: 40 }, (_, row) => `Report ${row},Arcade,a;b`),
  'X,Nowhere,',
]
await writeFile(file, lines.join('\n'))
afterAll(() => removeFolder(folder))

const names = Array.from({ length: 40 }, (_, row) => `Report ${row}`).toSorted()

interface Received {
  status: number
  type: string
  headers: IncomingMessage['headers']
  body: Buffer
}

type Respond = (received: Received, response: ServerResponse) => void

/**
 * Makes the request handler of a gateway, which forwards each request to the server.
 * @param respond sends the server's response to the client, changed as this kind of gateway does.
 */
const gateway = (respond: Respond) => async (request: IncomingMessage, response: ServerResponse) => {
  const { method, headers, url = '' } = request
  const body = await buffer(request)
  const path = url.replace(/^http:\/\/[^/]+/, '')
  const onward = send(`${server.url}${path}`, { method: method!, headers }, (received) => {
    void buffer(received).then((text) =>
      respond(
        {
          status: received.statusCode!,
          type: received.headers['content-type'] ?? '',
          headers: received.headers,
          body: text,
        },
        response,
      ),
    )
  })
  onward.end(body)
}

const plain: Respond = ({ status, type, body }, response) =>
  void response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body)

const gateways: [kind: string, respond: Respond][] = [
  ['buffers', ({ status, headers, body }, response) => void response.writeHead(status, headers).end(body)],
  ['drops all headers that it does not know', plain],
  [
    'speaks HTTP/1.0 and ends each response by closing the connection',
    ({ status, type, body }, { socket }) => {
      socket!.write(`HTTP/1.0 ${status} Answer\r\nContent-Type: ${type}\r\n\r\n`)
      socket!.end(body)
    },
  ],
  [
    'closes its connection after each response',
    (received, response) => plain(received, response.setHeader('connection', 'close')),
  ],
  [
    'compresses responses even if the client has not asked for compression',
    ({ status, type, body }, response) =>
      void response.writeHead(status, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(body)),
  ],
  [
    'sends the response in chunks after an early hint',
    ({ status, type, body }, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      response.writeHead(status, { 'content-type': type, trailer: 'x-sum' })
      for (let at = 0; at < body.length; at += 100) response.write(body.subarray(at, at + 100))
      response.addTrailers({ 'x-sum': '1' })
      response.end()
    },
  ],
]

test.each(gateways)('`incidents import` imports all rows through a gateway that %s', async (_, respond) => {
  const through = await listen((request, response) => void gateway(respond)(request, response))
  onTestFinished(through.close)
  expect(await importRows({ TOCSIN_URL: through.url })).toEqual(names)
})

test('`incidents import` uses the proxy in HTTP_PROXY, except for a server with a loopback address', async () => {
  const hosts = new Set<string | undefined>()
  const proxy = createServer((request, response) => {
    hosts.add(request.headers.host)
    void gateway(plain)(request, response)
  })
  // The proxy must also support CONNECT, with which some HTTP clients request a tunnel.
  proxy.on('connect', (request, socket) => {
    hosts.add(request.headers.host)
    const { hostname, port } = new URL(server.url)
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { port } = proxy.address() as { port: number }
  const HTTP_PROXY = `http://127.0.0.1:${port}`
  expect(await importRows({ TOCSIN_URL: 'http://tocsin.test', HTTP_PROXY })).toEqual(names)
  expect([...hosts].map((host) => host?.replace(/:80$/, ''))).toContain('tocsin.test')
  // Import a second time, with a loopback address as TOCSIN_URL. The proxy must receive no request.
  hosts.clear()
  expect(await importRows({ TOCSIN_URL: server.url, HTTP_PROXY })).toEqual(names)
  expect(hosts.size).toBe(0)
})

test('the error for an invalid proxy URL does not contain the password in that URL', async () => {
  const run = tocsinIn({
    TOCSIN_URL: 'http://tocsin.test',
    TOCSIN_API_KEY: 'tocsin_x',
    HTTP_PROXY: 'http://u:secret@:',
  })
  expect(await run(['incidents', 'list'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: HTTP_PROXY and HTTPS_PROXY must be addresses, such as http://proxy.example.com:3128.\n',
  })
})

/** Imports the file, checks the output, and returns the names of the stored incidents in alphabetical order. */
async function importRows(environment: Record<string, string>): Promise<string[]> {
  const { scope, key, call } = await server.newOrganization()
  await addLocation(scope, { name: 'Arcade' })
  const tocsin = tocsinIn({ TOCSIN_API_KEY: key, ...environment })
  const outcome = await tocsin(['incidents', 'import', file, '--json', '--concurrency', '8'])
  const printed = readLines<Record<string, unknown>>(outcome.stdout)
  expect(printed).toMatchObject([
    {
      refused: {
        line: 42,
        violations: [{ pointer: '/locationId', message: 'No location is called "Nowhere".' }],
      },
    },
    { report: { rows: 41, created: 40, refused: 1 } },
  ])
  const { body } = await call<{ data: { name: string }[] }>('GET', '/incidents?limit=200')
  return body.data.map(({ name }) => name).toSorted()
}
