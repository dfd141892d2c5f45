import { randomBytes } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaUrls } from '@tocsin/contract/api/media.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { signedPath, type SignedFile } from '../../src/media/download/signature.ts'
import { startTestServer } from '../support/harness.ts'
import { addTenant, thumbnailFinished, upload, urlsOf } from '../support/media.ts'

const server = await startTestServer()
const named = await startTestServer({ PUBLIC_URL: 'https://incidents.example.com/', SIGNING_SECRET: 'x'.repeat(32) })
const tenant = await addTenant(server)

async function attached(
  contents: Uint8Array | string,
  fileName?: string,
): Promise<MediaUrls & { id: string; sha256: string }> {
  const { body: media } = await upload(server, tenant, contents, fileName)
  await thumbnailFinished(server, media.id)
  const { body: urls } = await urlsOf(server, tenant.key, `incidents/${tenant.incidentId}`, media.id)
  return { id: media.id, sha256: media.sha256, ...urls }
}

let shared: ReturnType<typeof attached> | undefined
/** Returns the file that all tests of preconditions share, because these tests do not change the file. */
const preconditioned = () => (shared ??= attached('contents'))

const header = (response: Response, name: string) => response.headers.get(name)

const photoOf = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()

/** Requests a URL and returns status, content type and problem code of the response. */
async function responseTo(url: URL | string) {
  const response = await fetch(url)
  return { status: response.status, type: header(response, 'content-type'), ...codeIn(await response.text()) }
}

const codeIn = (text: string) => ({ code: (JSON.parse(text) as { code: string }).code })

const rejection = { status: 403, type: 'application/problem+json; charset=utf-8', code: 'download_url_refused' }

const signatureIn = (url: URL): string => url.searchParams.get('signature')!

/** Returns a URL with the path of `to` and the query string of `from`, which contains the signature. */
const moved = (from: string, to: string): string => `${to.split('?')[0]}?${from.split('?')[1]}`

describe('the signed download URL of a file', () => {
  test('serves a file without an API key, with headers that stop browsers from executing the file', async () => {
    const { downloadUrl, sha256 } = await attached('<html><script>alert(1)</script></html>', `a 'page'; 100% – 1.html`)
    expect(downloadUrl.startsWith(`${server.url}/download/media/`)).toBe(true)
    const response = await fetch(downloadUrl)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('<html><script>alert(1)</script></html>')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '38',
      'content-disposition': `attachment; filename="a 'page'; 100% ? 1.html"; filename*=UTF-8''a%20%27page%27%3B%20100%25%20%E2%80%93%201.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': expect.stringMatching(/^private, max-age=(900|89\d)$/),
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
      'last-modified': expect.stringMatching(/ GMT$/),
    })
  })

  test('serves byte ranges of a file', async () => {
    const contents = randomBytes(300_000)
    const { downloadUrl } = await attached(contents)
    const piece = async (range: string) => {
      const response = await fetch(downloadUrl, { headers: { range } })
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(header(response, 'content-length')).toBe(String(bytes.length))
      return { status: response.status, range: header(response, 'content-range'), bytes }
    }
    expect(await piece('bytes=0-99')).toEqual({
      status: 206,
      range: 'bytes 0-99/300000',
      bytes: contents.subarray(0, 100),
    })
    expect(await piece('bytes=299999-')).toEqual({
      status: 206,
      range: 'bytes 299999-299999/300000',
      bytes: contents.subarray(299_999),
    })
    expect(await piece('bytes=-1000')).toMatchObject({ status: 206, bytes: contents.subarray(299_000) })
    expect(await piece('bytes=0-1,5-9')).toMatchObject({ status: 200, bytes: contents })
    expect(await piece('bytes=300000-')).toEqual({ status: 416, range: 'bytes */300000', bytes: Buffer.alloc(0) })
  })

  test('answers 304 if If-None-Match matches the file, and sends only a range of the file if If-Range matches the file', async () => {
    const { downloadUrl, sha256 } = await attached('contents')
    const request = (headers: Record<string, string>) => fetch(downloadUrl, { headers })
    expect((await request({ 'if-none-match': `"other", W/"${sha256}"` })).status).toBe(304)
    expect((await request({ 'if-none-match': '"other"' })).status).toBe(200)

    const lastModified = header(await request({}), 'last-modified')!
    expect((await request({ range: 'bytes=1-2', 'if-range': `"${sha256}"` })).status).toBe(206)
    expect((await request({ range: 'bytes=1-2', 'if-range': lastModified })).status).toBe(206)
    expect((await request({ range: 'bytes=1-2', 'if-range': '"other"' })).status).toBe(200)
  })

  describe.each(['GET', 'HEAD'])('a %s request for a file with a precondition', (method) => {
    const past = 'Fri, 01 Jan 1999 00:00:00 GMT'
    const future = 'Thu, 01 Jan 2099 00:00:00 GMT'
    test.each<[number, Record<string, string>]>([
      [200, { 'if-match': '{etag}' }],
      [200, { 'if-match': '"a,b", {etag}' }],
      [200, { 'if-match': '*' }],
      [412, { 'if-match': 'W/{etag}' }],
      [412, { 'if-match': '"zz"' }],
      [412, { 'if-match': 'zz' }],
      [412, { 'if-match': '"zz"', 'if-none-match': '{etag}' }],
      [412, { 'if-match': '"zz"', range: 'bytes=0-1' }],
      [200, { 'if-match': '{etag}', 'if-unmodified-since': past }],
      [304, { 'if-match': '{etag}', 'if-none-match': '{etag}' }],
      [412, { 'if-unmodified-since': past }],
      [412, { 'if-unmodified-since': past, 'if-none-match': '{etag}' }],
      [200, { 'if-unmodified-since': '{modified}' }],
      [200, { 'if-unmodified-since': 'long ago' }],
      [304, { 'if-none-match': '*' }],
      [304, { 'if-none-match': '"a,b", W/{etag}' }],
      [200, { 'if-none-match': '"*"' }],
      [304, { 'if-modified-since': '{modified}' }],
      [304, { 'if-modified-since': future }],
      [200, { 'if-modified-since': past }],
      [200, { 'if-modified-since': '2099-01-01T00:00:00Z' }],
      [200, { 'if-none-match': '"zz"', 'if-modified-since': future }],
      [304, { 'if-modified-since': '{modified}', range: 'bytes=0-1' }],
    ])('answers %i to a download request with the headers %j', async (status, headers) => {
      const { downloadUrl, sha256 } = await preconditioned()
      const modified = header(await fetch(downloadUrl), 'last-modified')!
      const filled = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        value.replace('{etag}', `"${sha256}"`).replace('{modified}', modified),
      ])
      const response = await fetch(downloadUrl, { method, headers: Object.fromEntries(filled) })
      expect(response.status).toBe(status)
    })
  })

  test('answers a failed precondition of a download with the problem precondition_failed', async () => {
    const { downloadUrl } = await preconditioned()
    const response = await fetch(downloadUrl, { headers: { 'if-match': '"zz"' } })
    expect(await response.json()).toMatchObject({ status: 412, code: 'precondition_failed' })
    expect(header(response, 'content-disposition')).toBeNull()
  })

  test.each([
    [206, '{etag}'],
    [206, '{modified}'],
    [200, 'W/{etag}'],
    [200, '*'],
    [200, 'Fri, 01 Jan 1999 00:00:00 GMT'],
    [200, 'Thu, 01 Jan 2099 00:00:00 GMT'],
  ])('answers %i to a range request with If-Range: %s', async (status, ifRange) => {
    const { downloadUrl, sha256 } = await preconditioned()
    const modified = header(await fetch(downloadUrl), 'last-modified')!
    const value = ifRange.replace('{etag}', `"${sha256}"`).replace('{modified}', modified)
    expect((await fetch(downloadUrl, { headers: { range: 'bytes=0-1', 'if-range': value } })).status).toBe(status)
  })

  test('answers a HEAD request with the headers of the whole file, even if the request has a Range header', async () => {
    const { downloadUrl } = await attached('contents')
    const response = await fetch(downloadUrl, { method: 'HEAD', headers: { range: 'bytes=0-1' } })
    expect(response.status).toBe(200)
    expect(header(response, 'content-length')).toBe('8')
    expect(header(response, 'content-disposition')).toMatch(/^attachment/)
  })

  test('serves an empty file', async () => {
    const response = await fetch((await attached('', 'empty.txt')).downloadUrl)
    expect([response.status, header(response, 'content-length'), await response.text()]).toEqual([200, '0', ''])
  })

  test('serves the thumbnail of an image', async () => {
    const photo = await photoOf(900, 600)
    const { thumbnailDownloadUrl, downloadUrl, sha256 } = await attached(photo, 'photo.jpg')
    expect(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer())).toEqual(photo)

    const response = await fetch(thumbnailDownloadUrl!)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'attachment; filename=photo.jpg.webp',
      etag: `"${sha256}-thumbnail"`,
    })
    const path = join(server.environment.DATA_DIR, 'downloaded.webp')
    await writeFile(path, Buffer.from(await response.arrayBuffer()))
    expect(await sharp(path).metadata()).toMatchObject({ format: 'webp', width: 480, height: 320 })
  })

  test('stores a damaged image without a thumbnail', async () => {
    const photo = await photoOf(900, 600)
    const damaged = photo.subarray(0, photo.length / 2)
    const { downloadUrl, thumbnailDownloadUrl } = await attached(damaged)
    expect(thumbnailDownloadUrl).toBeNull()
    const response = await fetch(downloadUrl)
    expect(header(response, 'content-type')).toBe('image/jpeg')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(damaged)
  })

  test('answers 500 for a file that is missing in the storage', async () => {
    const { id, downloadUrl } = await attached('contents')
    await rm(join(server.environment.DATA_DIR, 'media', tenant.scope.organizationId, id))
    const response = await fetch(downloadUrl)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ code: 'internal_error' })
  })
})

describe('an altered or expired download URL', () => {
  test.each<[string, (url: URL) => void]>([
    ['without its query', (url) => (url.search = '')],
    ['without a signature', (url) => url.searchParams.delete('signature')],
    ['with another signature', (url) => url.searchParams.set('signature', `${signatureIn(url).slice(0, -1)}_`)],
    ['with the signature twice', (url) => url.searchParams.append('signature', signatureIn(url))],
    [
      'that expires later',
      (url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1)),
    ],
    ['with an additional parameter', (url) => url.searchParams.set('other', '1')],
    [
      'with its path in upper case',
      (url) => (url.pathname = url.pathname.toUpperCase().replace('/DOWNLOAD/MEDIA', '/download/media')),
    ],
    ['of the thumbnail instead', (url) => (url.pathname = url.pathname.replace(/file$/, 'thumbnail'))],
    ['that climbs up', (url) => (url.pathname = url.pathname.replace(/file$/, '..%2F..%2Fsigning-secret'))],
  ])('rejects a download URL %s', async (_case, change) => {
    const url = new URL((await attached('contents')).downloadUrl)
    change(url)
    expect(await responseTo(url)).toEqual(rejection)
  })

  test('rejects a download URL whose signature was made for another file, another organization, or the thumbnail instead of the file', async () => {
    const photo = await photoOf(9, 9)
    const one = await attached(photo)
    const other = await attached(photo)
    const otherTenant = await addTenant(server)
    expect(await responseTo(moved(one.downloadUrl, other.downloadUrl))).toEqual(rejection)
    expect(await responseTo(moved(one.downloadUrl, one.thumbnailDownloadUrl!))).toEqual(rejection)
    expect(await responseTo(moved(one.thumbnailDownloadUrl!, one.downloadUrl))).toEqual(rejection)
    const elsewhere = one.downloadUrl.replace(tenant.scope.organizationId, otherTenant.scope.organizationId)
    expect(await responseTo(elsewhere)).toEqual(rejection)
  })

  test('rejects a download URL 15 minutes after it was issued', async () => {
    const { id } = await attached('contents')
    const secret = (await readFile(join(server.environment.DATA_DIR, 'signing-secret'), 'utf8')).trim()
    const file: SignedFile = { organizationId: tenant.scope.organizationId, mediaId: id, variant: 'file' }
    const minutesAgo = (minutes: number) => server.url + signedPath(secret, file, Date.now() - minutes * 60_000)
    expect((await fetch(minutesAgo(14))).status).toBe(200)
    expect(await responseTo(minutesAgo(15))).toEqual(rejection)
    expect(await responseTo(minutesAgo(600))).toEqual(rejection)
  })

  test('answers 404 to a download URL with a valid signature for a missing file', async () => {
    const { id } = await attached('contents')
    const secret = (await readFile(join(server.environment.DATA_DIR, 'signing-secret'), 'utf8')).trim()
    const otherTenant = await addTenant(server)
    const file: SignedFile = { organizationId: otherTenant.scope.organizationId, mediaId: id, variant: 'file' }
    const response = await fetch(server.url + signedPath(secret, file, Date.now()))
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'media_not_found' })
  })
})

test('stores the generated signing secret in a file that only its owner can read', async () => {
  const path = join(server.environment.DATA_DIR, 'signing-secret')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readFile(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})

test('download URLs start with PUBLIC_URL and are signed with SIGNING_SECRET', async () => {
  const owner = await addTenant(named)
  const { body: media } = await upload(named, owner, 'contents')
  const { body } = await urlsOf(named, owner.key, `incidents/${owner.incidentId}`, media.id)
  expect(body.downloadUrl).toMatch(/^https:\/\/incidents\.example\.com\/download\/media\//)
  const { pathname, search } = new URL(body.downloadUrl)
  expect((await fetch(named.url + pathname + search)).status).toBe(200)
  expect((await fetch(server.url + pathname + search)).status).toBe(403)
  await expect(stat(join(named.environment.DATA_DIR, 'signing-secret'))).rejects.toThrow('ENOENT')
})
