import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * Cost that OWASP recommends for argon2id. Each stored hash contains its own cost, so stored hashes stay valid when
 * this cost is raised.
 */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32
/** Argon2 version 1.3, the only version that node:crypto supports. */
const version = 19

/**
 * Hashes a password for storage.
 * @returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`, where `m` is the memory in KiB.
 * @see https://github.com/P-H-C/phc-string-format
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  return format(salt, await derive(password, { ...current, salt, length: hashBytes }))
}

/**
 * Checks a password against a stored hash.
 * @param phc hash as `hashPassword` returns it.
 * @returns true if the password is right; false if it is wrong or the hash has another format.
 */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const stored = parse(phc)
  if (!stored) return false
  const { hash, ...parameters } = stored
  return timingSafeEqual(await derive(password, { ...parameters, length: hash.length }), hash)
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

/**
 * Derives the hash of a password. Normalizes the password first, because keyboards encode accented letters differently.
 */
const derive = (
  password: string,
  { salt, length, ...cost }: typeof current & { salt: Buffer; length: number },
): Promise<Buffer> =>
  argon2Async('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength: length, ...cost })

/** Encodes as standard base64 without padding, as the PHC format requires. */
const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** Hash that matches no password. Verifying a password against it takes as long as against a real hash. */
export const unmatchableHash = format(randomBytes(saltBytes), randomBytes(hashBytes))
