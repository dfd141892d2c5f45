import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'

const server = await startTestServer()
const serverBehindProxy = await startTestServer({ PUBLIC_URL: 'https://incidents.example.com' })

async function serversIn(url: string): Promise<unknown> {
  const { servers } = (await (await fetch(url)).json()) as { servers: unknown }
  return servers
}

test('/openapi.json gives the address that the caller used as the URL of the server', async () => {
  expect(await serversIn(`${server.url}/openapi.json`)).toEqual([{ url: server.url }])
})

test('/openapi.json gives the configured PUBLIC_URL as the URL of the server', async () => {
  expect(await serversIn(`${serverBehindProxy.url}/openapi.json`)).toEqual([{ url: 'https://incidents.example.com' }])
})

test('the page /docs sends its requests to the server that served it, even if another PUBLIC_URL is configured', async () => {
  expect(await serversIn(`${serverBehindProxy.url}/docs/json`)).toEqual([{ url: '/' }])
})
