import { createRequire } from 'node:module'
import { expect, test, vi } from 'vitest'
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

test('/docs/yaml converts the document to YAML only once', async () => {
  // Load the `yaml` module that the plugin uses, so that the test can count the calls of the plugin.
  const yaml = createRequire(import.meta.resolve('@fastify/swagger-ui'))('yaml') as { stringify: () => string }
  const stringify = vi.spyOn(yaml, 'stringify')
  for (let count = 0; count < 2; count++) {
    expect(await (await fetch(`${server.url}/docs/yaml`)).text()).toMatch(/^openapi: 3\.1\.0\n/)
  }
  expect(stringify).toHaveBeenCalledOnce()
})
