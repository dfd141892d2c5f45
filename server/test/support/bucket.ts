import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen, type Listener } from './listen.ts'

export interface StoredObject {
  bytes: Buffer
  headers: IncomingMessage['headers']
  lastModified: Date
}

/**
 * A fake S3 server with the operations that the media storage uses: put, get, head, delete and list objects. It has one
 * bucket, expects path-style URLs, and does not check signatures.
 */
export class Bucket {
  readonly objects = new Map<string, StoredObject>()
  /** Pattern of object keys. The fake server answers 403 to requests for a matching object. */
  forbidden: RegExp | undefined
  /** Pattern of object keys. The fake server receives requests for a matching object but never answers them. */
  unanswered: RegExp | undefined
  /** Number of requests that got no response because their object key matches `unanswered`. */
  unansweredCount = 0
  /**
   * Pattern of object keys. The fake server rejects the first write of a matching object with 503, and breaks the
   * connection during the first read.
   */
  flaky: RegExp | undefined
  /** Number of further requests that the fake server answers with 503. */
  unavailableCount = 0
  readonly #failed = new Set<string>()
  pageSize = 2
  #listener: Listener | undefined

  /** Starts the fake S3 server and returns its URL. */
  async open(): Promise<string> {
    this.#listener = await listen((request, response) => this.#answer(request, response))
    return this.#listener.url
  }

  close(): void {
    this.#listener?.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, 'http://bucket')
    const key = pathname.split('/').slice(2).join('/')
    const body = await buffer(request)
    if (this.unanswered?.test(key)) return void this.unansweredCount++
    if (this.forbidden?.test(key)) return void response.writeHead(403).end()
    if (this.unavailableCount > 0) return void (this.unavailableCount--, response.writeHead(503).end())
    const isFailing = this.#failsNow(request.method!, key)
    if (request.method === 'PUT' && isFailing) return void response.writeHead(503).end()
    if (request.method === 'PUT') {
      this.objects.set(key, { bytes: body, headers: request.headers, lastModified: new Date() })
      return void response.writeHead(200, { etag: '"stored"' }).end()
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (searchParams.has('list-type')) return void response.end(this.#list(searchParams))
    const object = this.objects.get(key)
    if (!object) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': searchParams.get('response-content-type') ?? object.headers['content-type']!,
      'content-disposition': searchParams.get('response-content-disposition') ?? '',
      'content-length': object.bytes.length,
      'last-modified': object.lastModified.toUTCString(),
    })
    if (request.method === 'HEAD') return void response.end()
    if (!isFailing) return void response.end(object.bytes)
    response.write(object.bytes.subarray(0, object.bytes.length / 2), () => response.destroy())
  }

  /** Returns true for the first read and for the first write of each object whose key matches `flaky`. */
  #failsNow(method: string, key: string): boolean {
    const attempt = `${method} ${key}`
    if (!this.flaky?.test(key) || method === 'HEAD' || this.#failed.has(attempt)) return false
    this.#failed.add(attempt)
    return true
  }

  #list(query: URLSearchParams): string {
    const start = Number(query.get('continuation-token') ?? 0)
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted()
    const contents = keys.slice(start, start + this.pageSize).map((key) => {
      const { bytes, lastModified } = this.objects.get(key)!
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${lastModified.toISOString()}</LastModified></Contents>`
    })
    const next = start + this.pageSize
    const token = next < keys.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${token}</ListBucketResult>`
  }
}
