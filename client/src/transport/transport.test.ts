import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  TocsinClient,
  TocsinNetworkError,
  TocsinProblem,
  TocsinTimeoutError,
  type AnswerNotice,
  type ClientOptions,
} from '../client.ts'
import {
  aComment,
  aFile,
  anIncident,
  fakeClock,
  fakeService,
  json,
  never,
  offline,
  problem,
  type Reaction,
} from '../../test/support/fake-service.ts'
import { collectThrown } from '../../test/support/thrown-separately.ts'

const id = '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77'

function clientOf(reactions: Reaction[], options: Partial<ClientOptions> = {}) {
  const { clock, slept } = fakeClock()
  const { fetch, received } = fakeService(...reactions)
  const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1/', apiKey: 'key', fetch, clock, ...options })
  return { client, received, slept }
}

const gone: Reaction = () => problem('comment_not_found', 404)
const page =
  (names: string[], nextCursor: string | null = null): Reaction =>
  () =>
    json({ data: names, meta: { nextCursor } })
const unavailable = (headers?: Record<string, string>) => () => problem('unavailable', 503, headers)
const gateway = (headers: Record<string, string>) => () => new Response('away', { status: 503, headers })

describe('a request', () => {
  test('a request goes to a URL below the base URL with the API key in a header, and follows no redirect', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async (url) =>
      json(String(url).includes('/comments/') ? aComment(id) : anIncident(id)),
    )
    const client = new TocsinClient({ baseUrl: 'https://example.com/base/api/v1/', apiKey: 'secret', fetch })
    await client.incidents.get('a/b')
    const [url, init] = fetch.mock.calls[0]!
    expect([url, init!.redirect]).toEqual(['https://example.com/base/api/v1/incidents/a%2Fb', 'error'])
    expect([...(init!.headers as Headers)]).toEqual([['x-api-key', 'secret']])
    await client.comments.update('a/b', { message: 'Seen' })
    expect(fetch.mock.calls[1]![0]).toBe('https://example.com/base/api/v1/comments/a%2Fb')
  })

  test.each([
    ['no base URL', { baseUrl: undefined as unknown as string }, /^baseUrl is missing; it must look like https:/],
    ['a base URL without a scheme', { baseUrl: 'localhost:8080/api/v1' }, /^baseUrl does not begin with http:/],
    ['no key', { apiKey: undefined as unknown as string }, /^apiKey is missing\.$/],
    ['a key that cannot be sent, without quoting the key', { apiKey: 'sec\nret' }, /^apiKey is not a valid key\.$/],
    [
      'a key with a space at the end, which would be sent without the space',
      { apiKey: 'secret ' },
      /^apiKey is not a valid key\.$/,
    ],
  ])('the client constructor rejects %s', (_, options, message) => {
    const complete = { baseUrl: 'https://example.com/api/v1', apiKey: 'key' }
    expect(() => new TocsinClient({ ...complete, ...options })).toThrow(message)
  })

  test('a request that cannot be serialized is neither sent nor retried', async () => {
    const { client, received } = clientOf([() => json(anIncident(id))])
    await expect(client.comments.create(id, {}, { idempotencyKey: '€' })).rejects.toThrow(TypeError)
    expect(received).toEqual([])
  })

  test.each([
    ['the network fails', offline],
    ['the server is not available', unavailable()],
    ['the server fails', () => problem('internal_error', 500)],
    ['there are too many', () => problem('rate_limited', 429)],
    ['a gateway answers for the server', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['the page of a public network is the response', () => new Response('<h1>Sign in</h1>', { status: 200 })],
  ] as [string, Reaction][])('a request is retried while %s', async (_, failing) => {
    const { client, received } = clientOf([failing, failing, () => json(anIncident(id))])
    expect(await client.incidents.get(id)).toEqual(anIncident(id))
    expect(received).toHaveLength(3)
  })

  test.each([
    ['is rejected', () => problem('incident_not_found', 404), 'incident_not_found'],
    [
      'is answered by another server',
      () => new Response('nothing here', { status: 404 }),
      'was answered (404, text/plain) by something that is not Tocsin',
    ],
  ] as [string, Reaction, string][])('a request that %s is not retried', async (_, reaction, message) => {
    const { client, received } = clientOf([reaction])
    await expect(client.incidents.get(id)).rejects.toThrow(message)
    expect(received).toHaveLength(1)
  })

  test('a request pauses between attempts for a random time whose limit doubles with each attempt, up to delayMaximumMs', async () => {
    const { client, slept } = clientOf([offline], {
      retry: { attemptsMaximum: 6, firstDelayMs: 100, delayMaximumMs: 1_000 },
    })
    await expect(client.incidents.get(id)).rejects.toThrow(TocsinNetworkError)
    expect(slept).toEqual([50, 100, 200, 400, 500])
  })

  test.each([
    ['in seconds', unavailable, '7', 7_125],
    ['by a date', unavailable, 'Sun, 01 Mar 2026 12:00:07 GMT', 7_125],
    ['by a date that is past', unavailable, 'Sun, 01 Mar 2026 11:59:00 GMT', 125],
    ['through a gateway', gateway, '7', 7_125],
  ])(
    'before a retry, the client waits at least as long as the server asks (%s)',
    async (_, rejection, retryAfter, waitedMs) => {
      const { client, slept } = clientOf([rejection({ 'retry-after': retryAfter }), () => json(anIncident(id))])
      await client.incidents.get(id)
      expect(slept).toEqual([waitedMs])
    },
  )

  test("the pause until a Retry-After date is computed with the Date header of the response, not with the device's clock", async () => {
    const headers = { date: 'Mon, 02 Mar 2026 12:00:00 GMT', 'retry-after': 'Mon, 02 Mar 2026 12:00:07 GMT' }
    const { client, slept } = clientOf([unavailable(headers), () => json(anIncident(id))])
    await client.incidents.get(id)
    expect(slept).toEqual([7_125])
  })

  test('a request fails without a retry if the pause before the retry would exceed the total timeout', async () => {
    const { client, received, slept } = clientOf([unavailable({ 'retry-after': '61' })])
    await expect(client.incidents.get(id)).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 61_000 })
    expect([received.length, slept]).toEqual([1, []])
  })

  test('an option that is undefined does not replace the setting of the client or the default', async () => {
    const { client } = clientOf([never], {
      timeouts: { attemptMs: 5, totalMs: undefined },
      retry: { attemptsMaximum: undefined },
    })
    const failing = client.incidents.get(id, { timeouts: { attemptMs: undefined } })
    await expect(failing).rejects.toMatchObject({ message: 'No response arrived within 5 ms.', attempts: 5 })
  })

  test('if a pause lasts longer than planned, beyond the total timeout, the request fails with the error of the last attempt', async () => {
    const { clock } = fakeClock()
    const oversleep = (durationMs: number) => clock.sleep(durationMs + 3_600_000)
    const { client, received } = clientOf([unavailable(), never], { clock: { ...clock, sleep: oversleep } })
    await expect(client.incidents.get(id)).rejects.toMatchObject({ code: 'unavailable', attempts: 1 })
    expect(received).toHaveLength(1)
  })

  test('a change of the system time during a request does not change the timeouts and pauses of the request', async () => {
    const { clock, slept } = fakeClock()
    const hours = [0, 5, -9, 30]
    const now = () => clock.now() + (hours.shift() ?? 0) * 3_600_000
    const failing = [
      unavailable({ 'retry-after': '1' }),
      unavailable({ 'retry-after': '1' }),
      () => json(anIncident(id)),
    ]
    const { client } = clientOf(failing, { clock: { ...clock, now } })
    expect(await client.incidents.get(id)).toEqual(anIncident(id))
    expect(slept).toEqual([1_125, 1_250])
  })

  test('a request fails with TocsinTimeoutError after all attempts if no response arrives in time', async () => {
    const { client } = clientOf([never], { timeouts: { attemptMs: 5 }, retry: { attemptsMaximum: 2 } })
    await expect(client.incidents.get(id)).rejects.toMatchObject({ name: 'TocsinTimeoutError', attempts: 2 })
    await expect(client.incidents.get(id)).rejects.toBeInstanceOf(TocsinTimeoutError)
  })

  test('a request fails after the total timeout for requests, and an upload fails after the total timeout for uploads', async () => {
    const { client } = clientOf([never], { timeouts: { totalMs: 5 }, uploadTimeouts: { totalMs: 6 } })
    await expect(client.incidents.get(id)).rejects.toThrow('No response arrived within 5 ms.')
    const attaching = client.incidents.media.attach(id, new Uint8Array([1]))
    await expect(attaching).rejects.toThrow('No response arrived within 6 ms.')
  })

  test("a request rejects at once with the reason of the caller's signal when the caller aborts the request", async () => {
    const controller = new AbortController()
    const { client, received } = clientOf([
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
          controller.abort(new Error('the user left'))
        }),
    ])
    await expect(client.incidents.get(id, { signal: controller.signal })).rejects.toThrow('the user left')
    await expect(client.incidents.get(id, { signal: controller.signal })).rejects.toThrow('the user left')
    expect(received).toHaveLength(1)
  })

  test('a request rejects at once when the caller aborts the request during the pause before a retry', async () => {
    const controller = new AbortController()
    const sleep = (_: number, signal?: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error))
        controller.abort(new Error('the user left'))
      })
    const { client } = clientOf([offline], { clock: { ...fakeClock().clock, sleep } })
    await expect(client.incidents.get(id, { signal: controller.signal })).rejects.toThrow('the user left')
  })

  test('the client calls onAnswer with the status, the request id, the replay flag and the number of attempts', async () => {
    const headers = { 'idempotent-replayed': 'true', 'x-request-id': 'r-7' }
    const { client } = clientOf([offline, () => json(anIncident(id), 201, headers)])
    const onAnswer = vi.fn<(response: AnswerNotice) => void>()
    await client.incidents.create({ name: 'Spill' }, { onAnswer })
    expect(onAnswer.mock.calls).toEqual([[{ status: 201, requestId: 'r-7', isReplay: true, attempts: 2 }]])
  })

  test('a call does not fail if onAnswer throws an error', async () => {
    const { client, received } = clientOf([() => json(anIncident(id), 201)])
    const thrown = collectThrown()
    const errors = [new Error('in the log'), new TocsinNetworkError('in the log', { attempts: 1, idempotencyKey: id })]
    for (const error of errors) {
      const onAnswer = () => {
        throw error
      }
      expect(await client.incidents.create({ name: 'Spill' }, { onAnswer })).toEqual(anIncident(id))
    }
    expect(thrown).toEqual(errors)
    expect(received).toHaveLength(2)
  })
})

describe('a write', () => {
  test.each([
    ['', globalThis.crypto],
    [', also on a page without HTTPS', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) }],
  ])('a creation has the same clientRequestId in all its attempts%s', async (_, crypto) => {
    vi.stubGlobal('crypto', crypto)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { client, received } = clientOf([offline, unavailable(), () => json(anIncident(id), 201)])
    await client.incidents.create({ name: 'Spill' })
    const keys = received.map(({ body }) => (body as { clientRequestId: string }).clientRequestId)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('all attempts of one call that creates a comment or file send the same Idempotency-Key, and the next call sends a new key', async () => {
    const { client, received } = clientOf([offline, () => json(aComment(id), 201), offline, () => json(aFile(id), 201)])
    await client.comments.create(id, { message: 'Seen' })
    await client.incidents.media.attach(id, new Uint8Array([1]), { fileName: 'a.jpg' })
    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0], keys[2], keys[2]])
    expect(keys[0]).not.toBe(keys[2])
  })

  test('the error of a failed creation has the clientRequestId of the creation, and a message with the cause', async () => {
    const { client, received } = clientOf([offline])
    const error = (await client.incidents
      .create({ name: 'Spill' })
      .catch((thrown: unknown) => thrown)) as TocsinNetworkError
    expect(error).toMatchObject({ name: 'TocsinNetworkError', attempts: 5 })
    expect(error.message).toBe('No response arrived: fetch failed.')
    expect(received[0]!.body).toMatchObject({ clientRequestId: error.idempotencyKey })
    const cause = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
    const failing: Reaction = () => Promise.reject(new TypeError('fetch failed', { cause }))
    await expect(clientOf([failing]).client.incidents.get(id)).rejects.toThrow('arrived: certificate has expired.')
  })

  test('a deletion succeeds if a retry finds no comment, but fails if the first attempt finds no comment', async () => {
    await clientOf([offline, gone]).client.comments.delete(id)
    await expect(clientOf([gone]).client.comments.delete(id)).rejects.toMatchObject({ code: 'comment_not_found' })
  })

  test('validate returns the rejection of a creation as its result, and throws other problems', async () => {
    const codes = [
      'invalid_incident',
      'reference_not_found',
      'client_request_id_reused',
      'configuration_revision_too_old',
    ] as const
    for (const code of codes) {
      const validation = await clientOf([() => problem(code, 400)]).client.incidents.validate({})
      expect(validation).toMatchObject({ accepted: false, problem: { code } })
    }
    await expect(clientOf([() => problem('unauthorized', 401)]).client.incidents.validate({})).rejects.toThrow(
      TocsinProblem,
    )
  })
})

describe('a list', () => {
  test('a list is read page by page with `Prefer: handling=strict`, and a cursor replaces the offset after the first page', async () => {
    const { client, received } = clientOf([page(['a', 'b'], 'c1'), page([], 'c2'), page(['c'])])
    const list = client.incidents.list({ priority: ['MAJOR', 'CRITICAL'], offset: 3, limit: 2 })
    expect(await list.all()).toEqual(['a', 'b', 'c'])
    expect(received.map(({ url }) => decodeURIComponent(url.search))).toEqual([
      '?priority=in:MAJOR,CRITICAL&limit=2&offset=3',
      '?priority=in:MAJOR,CRITICAL&limit=2&cursor=c1',
      '?priority=in:MAJOR,CRITICAL&limit=2&cursor=c2',
    ])
    expect(new Set(received.map(({ headers }) => headers.prefer))).toEqual(new Set(['handling=strict']))
  })

  test('a list requests no further page after the caller stops reading', async () => {
    const { client, received } = clientOf([page(['a', 'b'], 'c1')])
    for await (const name of client.incidents.list()) if (String(name) === 'b') break
    expect(received).toHaveLength(1)
    expect(await client.incidents.list().page()).toMatchObject({ items: ['a', 'b'], nextCursor: 'c1' })
  })

  test('a list is read to its end with the cursors in the response bodies, even if no response header has a cursor', async () => {
    const { client } = clientOf([page(['a'], 'c1'), page(['b'])])
    expect(await client.incidents.list().all()).toEqual(['a', 'b'])
  })

  test.each([
    ['its meta.nextCursor', { data: ['b'], meta: { count: 1 } }, 'without meta.nextCursor'],
    ['its meta', { data: ['b'] }, 'without meta.nextCursor'],
    ['its items in an array', { data: {}, meta: { nextCursor: null } }, 'without its items'],
    ['a cursor that leads further', { data: ['b'], meta: { nextCursor: 'c1' } }, 'with the cursor of this page'],
  ])(
    'a list fails if a page lacks %s, because the client would otherwise end the list too early or never',
    async (_, body, violation) => {
      const { client } = clientOf([page(['a'], 'c1'), () => json(body)])
      const walking = client.incidents.list().all()
      await expect(walking).rejects.toMatchObject({ name: 'TocsinNetworkError', status: 200 })
      await expect(walking).rejects.toThrow(`The list /incidents was answered ${violation}`)
    },
  )
})
