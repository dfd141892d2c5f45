import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'

const server = await startTestServer()

test('looks up the methods of an address unless it is longer than any that exists', async () => {
  const { call } = await server.newOrganization()
  expect((await call('PUT', `/incidents/${'a'.repeat(1_000)}`)).status).toBe(405)
  expect((await call('PUT', `/incidents/${'%25'.repeat(1_000)}`)).status).toBe(404)
})
