import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { reader } from './support/client.ts'
import { comment, existingComments, mediaUrls } from './support/comments.ts'
import { createIncident } from './support/incidents.ts'
import { demand } from './support/organization.ts'
import { invalidRequest, rejectionOf, rejected } from './support/rejection.ts'
import { webpSize } from './support/webp-size.ts'

const withMedia = (await existingComments()).filter(({ mediaIds }) => mediaIds.length > 0)
const { id: commentId, mediaIds } = demand(withMedia, 'comment with a photo')
const mediaId = mediaIds[0]!
const otherComment = demand(withMedia, 'second comment with a photo', ({ id }) => id !== commentId)

const { body: urls } = await mediaUrls(commentId, mediaId)
const thumbnailUrl = urls.thumbnailDownloadUrl!

const fetchBytes = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const changedDigit = (text: string): string =>
  text.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) => (last === '7' ? '8' : '7'))

describe('get-comment-media-download-url', () => {
  test('returns absolute URLs of a comment file and its thumbnail', async () => {
    const { status, body } = await mediaUrls(commentId, mediaId)

    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['downloadUrl', 'thumbnailDownloadUrl'])
    expect(new URL(body.downloadUrl).protocol).toMatch(/^https?:$/)
    expect(new URL(body.thumbnailDownloadUrl!).protocol).toMatch(/^https?:$/)
  })

  test('accepts a comment id and a media id in upper case', async () => {
    expect((await mediaUrls(commentId.toUpperCase(), mediaId.toUpperCase())).status).toBe(200)
  })

  test('answers 404 to a request for file URLs when the file is unknown', async () => {
    expect(rejectionOf(await mediaUrls(commentId, randomUUID()))).toEqual(rejected(404, 'media_not_found'))
  })

  test('answers 404 to a request for file URLs when the file belongs to another comment', async () => {
    expect(rejectionOf(await mediaUrls(otherComment.id, mediaId))).toEqual(rejected(404, 'media_not_found'))
    expect(rejectionOf(await mediaUrls((await comment((await createIncident()).id)).id, mediaId))).toEqual(
      rejected(404, 'media_not_found'),
    )
  })

  test('answers 404 to a request for file URLs when the comment is unknown', async () => {
    expect(rejectionOf(await mediaUrls(randomUUID(), mediaId))).toEqual(rejected(404, 'comment_not_found'))
  })

  test('answers 400 to a comment id and a media id that are not UUIDs, and names both ids', async () => {
    expect(rejectionOf(await mediaUrls('comment-1', 'photo.jpg'))).toEqual(
      invalidRequest('commentId invalid_format', 'mediaId invalid_format'),
    )
  })

  test.each(['issue', 'task'])(
    'answers 404 to a request for file URLs with the entity kind %s in the path',
    async (kind) => {
      expect((await reader.get(`/download/${kind}/${commentId}/media/${mediaId}/urls`)).status).toBe(404)
    },
  )
})

describe.each([
  ['the download address', urls.downloadUrl],
  ['the thumbnail address', thumbnailUrl],
])('%s', (_, url) => {
  test('a signed URL delivers the file or thumbnail without an API key', async () => {
    const { status, headers, bytes } = await fetchBytes(url)

    expect(status).toBe(200)
    expect(bytes.length).toBeGreaterThan(0)
    expect(headers.get('content-length')).toBe(String(bytes.length))
  })

  test('a signed URL delivers the file or thumbnail with headers that stop browsers from running code in the file', async () => {
    const { headers } = await fetchBytes(url)

    expect(headers.get('content-disposition')).toMatch(/^attachment\b/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/(^|;)\s*sandbox\s*(;|$)/)
  })

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=5-5', 5, 6],
    ['bytes=-4', -4, undefined],
    ['bytes=3-', 3, undefined],
  ])('a signed URL delivers the requested range of bytes: %s', async (range, start, end) => {
    const whole = await fetchBytes(url)
    const part = await fetchBytes(url, { range })

    expect(part.status).toBe(206)
    expect(part.bytes).toEqual(whole.bytes.subarray(start, end))
    expect(part.headers.get('content-range')).toMatch(new RegExp(`^bytes \\d+-\\d+/${whole.bytes.length}$`))
  })

  test('a signed URL answers 416 to a range after the end of the file', async () => {
    expect((await fetchBytes(url, { range: 'bytes=999999999-' })).status).toBe(416)
  })

  test('answers 403 to a signed URL with a changed query parameter or without a query string', async () => {
    const address = new URL(url)
    const changedQueries = [...address.searchParams.keys()].map((name) => {
      const changed = new URL(url)
      changed.searchParams.set(name, changedDigit(changed.searchParams.get(name)!))
      return changed.href
    })
    const unsigned = new URL(url)
    unsigned.search = ''

    const responses = await Promise.all([...changedQueries, unsigned.href].map((changed) => fetchBytes(changed)))

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([403]))
  })

  test('browsers may cache the response to a signed URL for at most 15 minutes, and shared caches not at all', async () => {
    const { headers } = await fetchBytes(url)
    const [, seconds] = /max-age=(\d+)/.exec(headers.get('cache-control') ?? '') ?? []

    expect(Number(seconds)).toBeLessThanOrEqual(900)
    expect(headers.get('cache-control')).toMatch(/\bprivate\b/)
  })
})

test('answers 403 to the URL of a file with the signature of another file', async () => {
  const other = (await mediaUrls(otherComment.id, otherComment.mediaIds[0]!)).body
  const mixed = new URL(other.downloadUrl)
  mixed.search = new URL(urls.downloadUrl).search

  expect((await fetchBytes(mixed.href)).status).toBe(403)
})

test('answers 403 to the URL of a file with the signature of its thumbnail', async () => {
  const mixed = new URL(urls.downloadUrl)
  mixed.search = new URL(thumbnailUrl).search

  expect((await fetchBytes(mixed.href)).status).toBe(403)
})

test('a thumbnail is a WebP image with a width and height of at most 480 pixels', async () => {
  const { headers, bytes } = await fetchBytes(thumbnailUrl)
  const { width, height } = webpSize(bytes)

  expect(headers.get('content-type')).toBe('image/webp')
  expect(Math.max(width, height)).toBeLessThanOrEqual(480)
  expect(Math.min(width, height)).toBeGreaterThan(0)
})
