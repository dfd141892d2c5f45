import { generateKeyPairSync, sign } from 'node:crypto'
import { newWebhookSecret, signWebhook } from '@tocsin/contract/webhooks/signature.ts'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { TocsinWebhookError, verifyWebhook, type WebhookRequest } from '../webhooks.ts'

const secret = newWebhookSecret()
const id = '0199c2c4-7a3e-7cc1-b2f2-4d2c5a8b9e10'
const now = new Date('2026-03-01T12:00:00.400Z')
const timestamp = Math.floor(now.getTime() / 1000)
const event = { id, position: 'c81e728d-1042', kind: 'incident.created', incident: { name: 'Kühlhaus 3 ❄' } }
const body = JSON.stringify(event)

const pair = generateKeyPairSync('ed25519')
// The last 32 bytes of this format are the raw key.
const publicKey = `whpk_${pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')}`
const signAsymmetrically = (text = body) =>
  `v1a,${sign(null, Buffer.from(`${id}.${timestamp}.${text}`), pair.privateKey).toString('base64')}`

const headersWith = (signature: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
})
const signed = headersWith(await signWebhook(secret, id, timestamp, body))
const valid = { body, headers: signed, secret, now }

/** Time that is this number of seconds after the signature. */
const at = (seconds: number) => new Date((timestamp + seconds) * 1000)

/** Returns the code with which the verification fails; undefined if it succeeds. */
async function codeOf(request: WebhookRequest): Promise<string | undefined> {
  try {
    await verifyWebhook(request)
    return undefined
  } catch (error) {
    if (error instanceof TocsinWebhookError) return error.code
    throw error
  }
}

describe('valid webhooks', () => {
  test('verifyWebhook returns the event of a webhook that the package standardwebhooks has signed', async () => {
    const signature = new Webhook(secret).sign(id, now, body)
    expect(await verifyWebhook({ body, headers: headersWith(signature), secret, now })).toEqual(event)
  })

  test('signWebhook makes signatures that the package standardwebhooks accepts', async () => {
    const sentAt = Math.floor(Date.now() / 1000)
    const signature = await signWebhook(secret, id, sentAt, body)
    const headers = { ...headersWith(signature), 'webhook-timestamp': String(sentAt) }
    expect(new Webhook(secret).verify(body, headers)).toEqual(event)
  })

  test('verifyWebhook returns the event of a webhook that node:crypto has signed with Ed25519', async () => {
    expect(await verifyWebhook({ body, headers: headersWith(signAsymmetrically()), publicKey, now })).toEqual(event)
  })

  test('verifyWebhook accepts a body of bytes, and header names of a Request or of node:http in upper or lower case', async () => {
    const bytes = new TextEncoder().encode(body)
    const inCapitals = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toUpperCase(), value]))
    const repeated = { ...signed, 'webhook-signature': ['v1,AAAA', signed['webhook-signature']] }
    for (const headers of [new Headers(signed), inCapitals, repeated]) {
      expect(await verifyWebhook({ body: bytes, headers, secret, now })).toEqual(event)
    }
  })

  test('verifyWebhook accepts a webhook if one of its signatures is valid for one of the given secrets, and ignores signatures of unknown versions', async () => {
    const headers = headersWith(`v2,AAAA v1,AAAA ${signAsymmetrically('other')} ${signed['webhook-signature']}`)
    const secrets = [newWebhookSecret(), secret]
    expect(await codeOf({ body, headers, secret: secrets, publicKey, now })).toBeUndefined()
  })

  test('verifyWebhook accepts a signature up to the tolerance before and after the current time', async () => {
    expect(await codeOf({ ...valid, now: at(300) })).toBeUndefined()
    expect(await codeOf({ ...valid, now: at(-300) })).toBeUndefined()
    for (const seconds of [301, -301]) {
      expect(await codeOf({ ...valid, now: at(seconds) })).toBe('timestamp_out_of_tolerance')
      expect(await codeOf({ ...valid, now: at(seconds), toleranceSeconds: 301 })).toBeUndefined()
    }
  })
})

describe('invalid webhooks', () => {
  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'verifyWebhook rejects a request without the header %s',
    async (name) => {
      expect(await codeOf({ ...valid, headers: { ...signed, [name]: undefined } })).toBe('header_missing')
      expect(await codeOf({ ...valid, headers: { ...signed, [name]: '' } })).toBe('header_missing')
    },
  )

  test.each(['1.5', '-1', ' 1772366400', '0x10', 'NaN', '9'.repeat(16)])(
    'verifyWebhook rejects the timestamp %j as malformed',
    async (text) => {
      expect(await codeOf({ ...valid, headers: { ...signed, 'webhook-timestamp': text } })).toBe('header_malformed')
    },
  )

  test('verifyWebhook rejects an id with a period, because the period would make the signed text ambiguous', async () => {
    const other = `${id}.${timestamp}`
    const signature = await signWebhook(secret, other, timestamp, body)
    const headers = { ...headersWith(signature), 'webhook-id': other }
    expect(await codeOf({ ...valid, headers })).toBe('header_malformed')
  })

  test('verifyWebhook rejects a signature made with another secret, and a signature checked with the wrong kind of key', async () => {
    expect(await codeOf({ ...valid, secret: newWebhookSecret() })).toBe('signature_mismatch')
    expect(await codeOf({ body, headers: signed, publicKey, now })).toBe('signature_mismatch')
    const asymmetric = headersWith(signAsymmetrically())
    expect(await codeOf({ ...valid, headers: asymmetric })).toBe('signature_mismatch')
  })

  test('verifyWebhook rejects a signed body that is not an event', async () => {
    for (const text of ['', 'null', '[]', '{"id": 1, "kind": "x"}', '{']) {
      const headers = headersWith(await signWebhook(secret, id, timestamp, text))
      expect(await codeOf({ ...valid, body: text, headers })).toBe('body_malformed')
    }
  })

  test('verifyWebhook throws a TypeError for a malformed secret or public key and for no secret at all, and does not quote the secret', async () => {
    for (const malformed of ['', 'whsec_', 'whsec_***', secret.replace('whsec_', ''), `${secret}A`]) {
      const error = await verifyWebhook({ ...valid, secret: malformed }).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(TypeError)
      expect(String(error)).not.toContain(secret.slice(6))
    }
    await expect(verifyWebhook({ body, headers: signed, publicKey: 'whpk_AAAA' })).rejects.toThrow(TypeError)
    await expect(verifyWebhook({ body, headers: signed, secret: [] })).rejects.toThrow('needs its secret')
  })
})

describe('altered webhooks', () => {
  const requests: [version: string, WebhookRequest & { headers: typeof signed }][] = [
    ['v1', valid],
    ['v1a', { body, headers: headersWith(signAsymmetrically()), publicKey, now }],
  ]

  test.each(requests)('one changed byte of the body makes a %s signature invalid', async (_, request) => {
    const bytes = new TextEncoder().encode(body)
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(change, async ([index, mask]) => {
        const altered = bytes.with(index, bytes[index]! ^ mask)
        expect(await codeOf({ ...request, body: altered })).toBe('signature_mismatch')
      }),
    )
  })

  test.each(requests)('one changed character of a header makes a %s signature invalid', async (_, request) => {
    const change = fc.record({
      name: fc.constantFrom('webhook-id', 'webhook-timestamp', 'webhook-signature'),
      place: fc.nat(),
      mask: fc.integer({ min: 1, max: 127 }),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ name, place, mask }) => {
        const text = request.headers[name as keyof typeof signed]
        const index = place % text.length
        const altered = `${text.slice(0, index)}${String.fromCharCode(text.charCodeAt(index) ^ mask)}${text.slice(index + 1)}`
        const headers = { ...request.headers, [name]: altered }
        expect(await codeOf({ ...request, headers, toleranceSeconds: Infinity })).toMatch(
          /^(signature_mismatch|header_malformed)$/,
        )
      }),
      { numRuns: 500 },
    )
  })

  test('a body that is cut off or has text added makes the signature invalid', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 1), fc.string({ minLength: 1 }), async (length, more) => {
        expect(await codeOf({ ...valid, body: body.slice(0, length) })).toBe('signature_mismatch')
        expect(await codeOf({ ...valid, body: body + more })).toBe('signature_mismatch')
      }),
    )
  })
})
