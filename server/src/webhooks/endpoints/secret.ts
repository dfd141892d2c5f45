import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'

/** Cryptographic keys with which the webhooks of an endpoint are signed. */
export interface WebhookSecret {
  /** Key of the HMAC-SHA256 signature `v1`. */
  hmacKey: Buffer
  /** Key of the Ed25519 signature `v1a`, in the format PKCS #8. */
  signingKey: Buffer
}

export function newWebhookSecret(): WebhookSecret {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { hmacKey: randomBytes(32), signingKey: privateKey.export({ type: 'pkcs8', format: 'der' }) }
}

/** Formats the HMAC key as Standard Webhooks does, for example `whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD`. */
export const formatSecret = (hmacKey: Buffer): string => `whsec_${hmacKey.toString('base64')}`

/** Derives the public key of the signature `v1a` and formats it as Standard Webhooks does. */
export function formatPublicKey(signingKey: Buffer): string {
  const publicKey = createPublicKey(createPrivateKey({ key: signingKey, format: 'der', type: 'pkcs8' }))
  // The last 32 bytes of the SPKI format are the Ed25519 key itself.
  return `whpk_${publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`
}

/** Webhook secret as JSON, with its cryptographic keys in hexadecimal. */
export type HexSecret = Record<keyof WebhookSecret, string>

export const secretsFromHex = (secrets: HexSecret[]): WebhookSecret[] =>
  secrets.map(({ hmacKey, signingKey }) => ({
    hmacKey: Buffer.from(hmacKey, 'hex'),
    signingKey: Buffer.from(signingKey, 'hex'),
  }))
