import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

/** As OWASP recommends for argon2id; a stored hash names its own, so that these may rise without locking anyone out. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32
/** Argon2 version 1.3, the only one that node:crypto computes. */
const version = 19

/** Hashes a password to store it; whoever serves many callers passes one that waits for its turn. */
export type HashPassword = (password: string) => Promise<string>

/**
 * Hashes a password to keep it.
 * @returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`, memory in KiB.
 * @see https://github.com/P-H-C/phc-string-format
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  return format(salt, await derive(password, { ...current, salt, length: hashBytes }))
}

/** Whether a password is the one that was hashed; false also for a hash that is not ours. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const kept = parse(phc)
  if (!kept) return false
  const { hash, ...how } = kept
  return timingSafeEqual(await derive(password, { ...how, length: hash.length }), hash)
}

function format(salt: Buffer, hash: Buffer): string {
  const parameters = `m=${current.memory},t=${current.passes},p=${current.parallelism}`
  return `$argon2id$v=${version}$${parameters}$${encode(salt)}$${encode(hash)}`
}

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function parse(phc: string) {
  const [, memory, passes, parallelism, salt, hash] = phcPattern.exec(phc) ?? []
  if (!salt || !hash) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

const argon2Async = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** Normalized, because keyboards differ in how they compose an accented letter. */
const derive = (
  password: string,
  { salt, length, ...cost }: typeof current & { salt: Buffer; length: number },
): Promise<Buffer> =>
  argon2Async('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength: length, ...cost })

/** Standard base64 without padding, as the PHC format has it. */
const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** The hash of no password: verifying against it takes as long as against anybody's, and fails. */
export const nobodysHash = format(randomBytes(saltBytes), randomBytes(hashBytes))
