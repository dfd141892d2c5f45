import { createCipheriv, createDecipheriv, createHash, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { DamagedBackup } from './damaged.ts'

/**
 * Seals the frames of one backup in order, or checks the seals and decrypts the frames. A seal covers the header of the
 * backup, the frame and its position. An altered, missing, repeated or moved frame is therefore noticed.
 */
export interface Sealer {
  /** Size of the seal of one frame. */
  readonly sealBytes: number
  /** Returns the bytes to write for a frame: the payload, encrypted if there is a key, and then the seal. */
  seal(head: Buffer, payload: Buffer): Buffer
  /**
   * Checks the seal of a frame, and returns the decrypted payload.
   * @throws DamagedBackup if the frame was altered or moved.
   */
  open(head: Buffer, sealed: Buffer): Buffer
}

/** Makes the sealer of a backup without encryption. A seal is the SHA-256 of the previous seal and of the frame. */
export function makeDigestSealer(header: Buffer): Sealer {
  let previous = digestOf(header)
  const next = (head: Buffer, payload: Buffer) => (previous = digestOf(previous, head, payload))
  return {
    sealBytes: previous.length,
    seal: (head, payload) => Buffer.concat([payload, next(head, payload)]),
    open(head, sealed) {
      const payload = sealed.subarray(0, sealed.length - previous.length)
      const found = sealed.subarray(payload.length)
      if (!next(head, payload).equals(found)) throw new DamagedBackup('was altered')
      return payload
    },
  }
}

const algorithm = 'aes-256-gcm'
const tagBytes = 16

/** Makes the sealer of an encrypted backup: AES-256-GCM with the number of the frame as the nonce. */
export function makeCipherSealer(header: Buffer, key: Buffer): Sealer {
  const headerDigest = digestOf(header)
  let frames = 0
  // The number of the frame is a safe nonce: it is unique within a backup, and each backup has a key of its own.
  function nextNonce(): Buffer {
    const nonce = Buffer.alloc(12)
    nonce.writeUIntBE(frames++, 6, 6)
    return nonce
  }
  return {
    sealBytes: tagBytes,
    seal(head, payload) {
      const cipher = createCipheriv(algorithm, key, nextNonce()).setAAD(Buffer.concat([headerDigest, head]))
      return Buffer.concat([cipher.update(payload), cipher.final(), cipher.getAuthTag()])
    },
    open(head, sealed) {
      const isFirst = frames === 0
      const decipher = createDecipheriv(algorithm, key, nextNonce(), { authTagLength: tagBytes })
        .setAAD(Buffer.concat([headerDigest, head]))
        .setAuthTag(sealed.subarray(sealed.length - tagBytes))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()])
      } catch {
        throw new DamagedBackup(isFirst ? 'was altered, or was encrypted with another passphrase' : 'was altered')
      }
    },
  }
}

/**
 * Derives the key of an encrypted backup from its passphrase.
 * @param salt random bytes that belong to this backup only.
 */
export const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  // OWASP recommends these parameters for scrypt. Deriving one key takes 32 MiB of memory.
  promisify<string, Buffer, number, object, Buffer>(scrypt)(passphrase, salt, 32, {
    N: 2 ** 15,
    r: 8,
    p: 3,
    maxmem: 64 * 1024 * 1024,
  })

function digestOf(...parts: Buffer[]): Buffer {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest()
}
