/**
 * Signatures of webhooks, by the rules of Standard Webhooks. Only WebCrypto is used, so that the same code runs in Node,
 * browsers and workers.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Key that verifies the signatures of one version: `v1` is HMAC-SHA256, `v1a` is Ed25519. */
export interface VerificationKey {
  version: 'v1' | 'v1a'
  key: Key
}

const hmac = { name: 'HMAC', hash: 'SHA-256' }
const ed25519 = { name: 'Ed25519' }

/**
 * Signs a webhook with HMAC-SHA256.
 * @param secret `whsec_`, then the key in base64.
 * @param id value of the header `webhook-id`.
 * @param timestamp seconds since 1970, as in the header `webhook-timestamp`.
 * @returns one signature for the header `webhook-signature`, such as `v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=`.
 * @throws TypeError for a malformed secret. The message does not contain the secret.
 */
export async function signWebhook(
  secret: string,
  id: string,
  timestamp: number,
  body: string | Uint8Array,
): Promise<string> {
  const key = await crypto.subtle.importKey('raw', readKey(secret, 'whsec_'), hmac, false, ['sign'])
  const signature = await crypto.subtle.sign(hmac.name, key, signedContent(id, String(timestamp), body))
  return `v1,${writeBase64(new Uint8Array(signature))}`
}

/** Makes a new secret of 32 random bytes. */
export const newWebhookSecret = (): string => `whsec_${writeBase64(crypto.getRandomValues(new Uint8Array(32)))}`

/**
 * Reads a webhook secret: `whsec_`, then the key in base64.
 * @throws TypeError for a malformed secret. The message does not contain the secret.
 */
export async function readWebhookSecret(text: string): Promise<VerificationKey> {
  const bytes = readKey(text, 'whsec_')
  return { version: 'v1', key: await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify']) }
}

/** Reads a public key: `whpk_`, then its 32 bytes in base64. @throws TypeError for a malformed key. */
export async function readWebhookPublicKey(text: string): Promise<VerificationKey> {
  const bytes = readKey(text, 'whpk_')
  if (bytes.length !== 32) throw malformedKey('whpk_')
  return { version: 'v1a', key: await crypto.subtle.importKey('raw', bytes, ed25519, false, ['verify']) }
}

/**
 * Returns true if one of the signatures in the header `webhook-signature` is valid for one of the keys. Signatures of
 * unknown versions are ignored.
 * @param timestamp text of the header `webhook-timestamp`.
 */
export async function isSignedBy(
  keys: VerificationKey[],
  signatures: string,
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): Promise<boolean> {
  const content = signedContent(id, timestamp, body)
  for (const [version, signature] of signatures.split(' ').map(readSignature)) {
    if (!signature) continue
    for (const { key } of keys.filter((candidate) => candidate.version === version)) {
      // An attacker cannot measure how much of a signature is right, because `verify` compares in constant time.
      if (await crypto.subtle.verify(version === 'v1' ? hmac.name : ed25519.name, key, signature, content)) return true
    }
  }
  return false
}

function readSignature(text: string): [version: string, bytes: Bytes | undefined] {
  const [version = '', signature = ''] = text.split(/,(.*)/s)
  return [version, readBase64(signature)]
}

type Bytes = Uint8Array<ArrayBuffer>

function signedContent(id: string, timestamp: string, body: string | Uint8Array): Bytes {
  const encoder = new TextEncoder()
  const head = encoder.encode(`${id}.${timestamp}.`)
  const tail = typeof body === 'string' ? encoder.encode(body) : body
  const content = new Uint8Array(head.length + tail.length)
  content.set(head)
  content.set(tail, head.length)
  return content
}

function readKey(text: string, prefix: string): Bytes {
  const bytes = text.startsWith(prefix) ? readBase64(text.slice(prefix.length)) : undefined
  if (!bytes?.length) throw malformedKey(prefix)
  return bytes
}

const malformedKey = (prefix: string): TypeError =>
  new TypeError(`A key of webhooks is malformed: it must be ${prefix} and the key in base64.`)

/** Decodes base64. Returns undefined for text that is not canonical base64, some of which `atob` would accept. */
function readBase64(text: string): Bytes | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    return writeBase64(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}

const writeBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
