import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'

const server = await startTestServer()
const serverBehindProxy = await startTestServer({ PUBLIC_URL: 'https://incidents.example.com' })

async function serversIn(url: string): Promise<unknown> {
  const { servers } = (await (await fetch(url)).json()) as { servers: unknown }
  return servers
}

test('/openapi.json names the server at the address that the caller used', async () => {
  expect(await serversIn(`${server.url}/openapi.json`)).toEqual([{ url: server.url }])
})

test('/openapi.json names the server at the public URL that the operator has configured', async () => {
  expect(await serversIn(`${serverBehindProxy.url}/openapi.json`)).toEqual([{ url: 'https://incidents.example.com' }])
})

test('the page /docs calls the server that it came from, whatever its public URL is', async () => {
  expect(await serversIn(`${serverBehindProxy.url}/docs/json`)).toEqual([{ url: '/' }])
})
