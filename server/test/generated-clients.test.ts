import { afterAll, describe, expect, test } from 'vitest'
import { generateClients } from './generated-clients/generate.ts'
import { addedCode, startGrowingProxy } from './generated-clients/growing-proxy.ts'
import { startTestServer } from './support/harness.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'

const server = await startTestServer()
const proxy = await startGrowingProxy(server.url)
const folder = await makeTemporaryFolder('generated-clients')
afterAll(async () => {
  proxy.close()
  await removeFolder(folder)
})
const programOf = await generateClients(server.url, folder)

describe.each(['openapi-fetch', 'hey-api'])('a client generated from /openapi.json with %s', (name) => {
  test.each([
    [
      'this version of the server',
      server.url,
      { rejectedItem: 'required', rejection: 'incident_not_found', isKnown: true },
    ],
    [
      'a version with more members and codes',
      proxy.url,
      { rejectedItem: addedCode, rejection: addedCode, isKnown: false },
    ],
  ])(`a client generated with ${name} creates, changes, lists and uploads with %s`, async (_, url, codes) => {
    const { key } = await server.newOrganization()
    const { work } = await programOf(name)

    const { id, ...outcome } = await work(url, key)

    expect(outcome).toEqual({ priority: 'MAJOR', listedIds: [id], fileName: 'reading.txt', ...codes })
  })
})
