import { describe, expect, test } from 'vitest'
import { addLocation } from '../src/directory/add-location.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { multiplyIncident } from './support/multiply-incident.ts'

const { url, newOrganization } = await startTestServer()

/**
 * Makes an organization with 41 incidents and 12 locations, and a function that sends a GET request with a given
 * `Accept-Encoding`.
 */
async function setUp() {
  const organization = await newOrganization()
  const incident = await newIncident(organization.call, { description: 'Since the delivery. '.repeat(100) })
  await multiplyIncident(organization.scope, incident, 40)
  for (let number = 1; number <= 12; number++)
    await addLocation(organization.scope, { name: `Harbour, quay ${number}`, externalId: null })
  const { cookie } = await organization.signIn('administrator')
  const read = async (path: string, encoding: string) => {
    const response = await fetch(`${url}${path}`, {
      headers: {
        'accept-encoding': encoding,
        ...(path.startsWith('/api/v1') ? { 'x-api-key': organization.key } : { cookie }),
      },
    })
    expect(response.status).toBe(200)
    return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { call: organization.call, incident, read }
}

describe('compressed responses', () => {
  test.each([
    '/api/v1/incidents',
    '/api/v1/locations',
    '/api/console/incidents?sort=name',
    '/api/console/incidents?limit=100&q=freezer',
    '/api/console/locations',
    '/api/console/incidents.csv',
    '/api/console/overview',
  ])('compresses the response to %s only for callers that accept gzip', async (path) => {
    const { read } = await setUp()
    const compressed = await read(path, 'br, gzip')
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(compressed.headers.get('vary')).toMatch(/accept-encoding/i)
    for (const encoding of ['identity', 'gzip;q=0', 'snappy']) {
      const plain = await read(path, encoding)
      expect(plain.headers.get('content-encoding')).toBe(null)
      expect(plain.headers.get('vary')).toMatch(/accept-encoding/i)
      expect(plain.bytes.equals(compressed.bytes)).toBe(true)
    }
  })

  test('streams a compressed response that is longer than 128 KiB', async () => {
    const { call, key } = await newOrganization()
    for (let number = 1; number <= 10; number++)
      await newIncident(call, { name: `Long ${number}`, description: 'é—'.repeat(20_000) })
    const read = async (encoding: string) => {
      const response = await fetch(`${url}/api/v1/incidents`, {
        headers: { 'x-api-key': key, 'accept-encoding': encoding },
      })
      return { encoding: response.headers.get('content-encoding'), text: await response.text() }
    }
    const [compressed, plain] = [await read('gzip'), await read('identity')]
    expect([compressed.encoding, plain.encoding]).toEqual(['gzip', null])
    expect(plain.text.length).toBeGreaterThan(128 * 1024)
    expect(compressed.text).toBe(plain.text)
  })
})

describe('uncompressed responses', () => {
  test('does not compress a short response', async () => {
    const { read } = await setUp()
    const { headers, bytes } = await read('/api/v1/incidents?q=nothing-like-this', 'gzip')
    expect(headers.get('content-encoding')).toBe(null)
    expect(headers.get('content-length')).toBe(String(bytes.length))
  })

  test('does not compress responses with a single resource or responses that can contain signed URLs', async () => {
    const { call, incident, read } = await setUp()
    for (let number = 1; number <= 8; number++) {
      const body = { relatedEntityId: incident.id, message: 'It is warm again. '.repeat(10) }
      const created = await call('POST', '/comments/by-entity-type/incident', { body })
      expect(created).toMatchObject({ status: 201 })
    }
    for (const path of [
      `/api/v1/incidents/${incident.id}`,
      `/api/v1/comments/by-entity-type/incident?relatedEntityId=${incident.id}`,
      `/api/console/comments/by-entity-type/incident?relatedEntityId=${incident.id}`,
      `/api/console/incidents/${incident.id}/timeline`,
    ]) {
      const { headers, bytes } = await read(path, 'gzip')
      expect(bytes.length).toBeGreaterThan(1024)
      expect(headers.get('content-encoding')).toBe(null)
      expect(headers.get('vary')).toBe(null)
    }
  })
})
