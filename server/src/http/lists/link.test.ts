import { expect, test } from 'vitest'
import { queryParametersMaximum } from '@tocsin/contract/limits.ts'
import { linkNextPage } from './link.ts'

/** Returns the headers of a response that leads to the page at the cursor `next`. */
function headersFor(query: string): Record<string, string> {
  const headers: Record<string, string> = {}
  const request = { url: `/api/v1/incidents?${query}`, server: { configuredPublicUrl: 'https://tocsin.example' } }
  const reply = { header: (name: string, value: string) => (headers[name] = value) }
  linkNextPage(request as never, reply as never, 'next')
  return headers
}

test('the next link has one cursor in place of all offsets and cursors, and keeps the other parameters in their order', () => {
  const query = 'tags[]=a+b&offset=1&cursor=first&tags[]=c%26d&offset[0]=2&cursor[]=second&limit=1'
  expect(headersFor(query)).toEqual({
    'tocsin-next-cursor': 'next',
    link: '<https://tocsin.example/api/v1/incidents?tags%5B%5D=a+b&tags%5B%5D=c%26d&limit=1&cursor=next>; rel="next"',
  })
})

test('makes the next link of a query with 10,000 offset parameters in less than a second', () => {
  const offsets = Array.from({ length: queryParametersMaximum }, (_, index) => `offset[${index}]=0`)
  const startedAtMs = performance.now()
  expect(headersFor(offsets.join('&')).link).toContain('?cursor=next>')
  expect(performance.now() - startedAtMs).toBeLessThan(1_000)
})
