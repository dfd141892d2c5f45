import { describe, expect, test } from 'vitest'
import { anIncident } from '../../test/support/fake-service.ts'
import { TocsinClient } from '../client.ts'

const construct = (baseUrl: string) => () => new TocsinClient({ baseUrl, apiKey: 'tocsin_1_2' })

/** Returns the URL to which a client with the given base URL sends its first request. */
async function addressBelow(baseUrl: string): Promise<string> {
  const urls: string[] = []
  const fetch = async (url: string) => {
    urls.push(url)
    return Response.json(anIncident('x'))
  }
  await new TocsinClient({ baseUrl, apiKey: 'tocsin_1_2', fetch }).incidents.get('x')
  return urls[0]!
}

describe('a base URL', () => {
  test.each([
    ['https://example.com/api/v1', 'https://example.com/api/v1'],
    ['https://example.com/api/v1///', 'https://example.com/api/v1'],
    ['HTTPS://EXAMPLE.com:443/api/v1', 'https://example.com/api/v1'],
    ['http://[::1]:8080/api/v1', 'http://[::1]:8080/api/v1'],
    ['https://example.com/behind/a/proxy', 'https://example.com/behind/a/proxy'],
    ['https://example.com/a@b/api/v1', 'https://example.com/a@b/api/v1'],
  ])('the client accepts the base URL %s, and sends requests to URLs below %s', async (baseUrl, expected) => {
    expect(await addressBelow(baseUrl)).toBe(`${expected}/incidents/x`)
  })

  test.each([
    ['https://user:s3cret@example.com/api/v1', 'contains a user name or password'],
    ['https://s3cret@example.com/api/v1', 'contains a user name or password'],
    ['https://:s3cret@example.com/api/v1', 'contains a user name or password'],
    ['https://example.com/api/v1?key=s3cret', 'contains a query or a fragment'],
    ['https://example.com/api/v1?', 'contains a query or a fragment'],
    ['https://example.com/api/v1#s3cret', 'contains a query or a fragment'],
    ['https://example.com/api/v1#', 'contains a query or a fragment'],
    ['user:s3cret@example.com/api/v1', 'does not begin with http:// or https://'],
    ['tocsin_1_s3cret', 'does not begin with http:// or https://'],
    ['//example.com/s3cret', 'does not begin with http:// or https://'],
    ['https:/example.com/s3cret', 'does not begin with http:// or https://'],
    ['ftp://user:s3cret@example.com/api/v1', 'does not begin with http:// or https://'],
    ['file:///s3cret', 'does not begin with http:// or https://'],
    ['javascript:s3cret', 'does not begin with http:// or https://'],
    [' https://example.com/s3cret', 'contains white space'],
    ['https://example.com/s3cret\n', 'contains white space'],
    ['https://example.com/s3\tcret', 'contains white space'],
    ['https://user:s3cret@', 'is not a valid address'],
    ['https://user:s3cret@example.com:port/api/v1', 'is not a valid address'],
    ['https://https://example.com/s3cret', 'contains an empty path segment'],
    ['https://example.com', 'lacks the version prefix'],
    ['https://example.com//', 'lacks the version prefix'],
    ['', 'is missing'],
  ])('the client rejects the base URL %j with a TypeError that quotes no part of the URL', (baseUrl, violation) => {
    expect(construct(baseUrl)).toThrow(TypeError)
    expect(construct(baseUrl)).toThrow(`baseUrl ${violation}; it must look like https://incidents.example.com/api/v1.`)
    const shown = inspected(construct(baseUrl))
    expect(shown).not.toContain('s3cret')
    expect(shown).not.toContain('s3\tcret')
  })
})

describe('an API key', () => {
  test.each(['s3cret\n', 's3\r\ncret', 's3cret key', 's3crét', 's3cret\0', '\u00a0s3cret'])(
    'the client rejects the API key %j with a TypeError that does not quote the key',
    (apiKey) => {
      const constructing = () => new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey })
      expect(constructing).toThrow(TypeError)
      expect(inspected(constructing)).not.toMatch(/s3|cr/)
    },
  )
})

/**
 * Calls `act`, which throws an error, and returns the error as JSON: the message, the cause and all other members
 * except the stack.
 */
function inspected(act: () => unknown): string {
  try {
    act()
    return ''
  } catch (error) {
    const { message, cause, ...others } = error as Error
    return JSON.stringify([message, cause, others])
  }
}
