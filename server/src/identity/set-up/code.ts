import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../../database/open.ts'
import { hasOrganization, hasSetUpCode, insertSetUpCode } from './queries.ts'

/**
 * Letters and digits that people do not confuse with each other. There are 32 of them, so that a random byte selects
 * each with the same probability.
 */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const groups = 4
const groupLength = 4

/**
 * Makes a code for the set-up page, if the database has no organization yet. The database stores only the digest of the
 * code. Any server with this database accepts the code until an organization exists.
 * @returns for example `7KQF-M2XD-94TB-HWRC`; undefined when an organization exists.
 */
export async function makeSetUpCode(database: Database): Promise<string | undefined> {
  if (await hasOrganization(database)) return undefined
  const characters = Array.from(randomBytes(groups * groupLength), (byte) => alphabet[byte % alphabet.length])
  const code = characters
    .join('')
    .match(new RegExp(`.{${groupLength}}`, 'g'))!
    .join('-')
  await insertSetUpCode(database, digestOf(code))
  return code
}

/** Checks a code that somebody has entered. Case, hyphens and spaces do not matter. */
export const isSetUpCode = (database: Database, entered: string): Promise<boolean> =>
  hasSetUpCode(database, digestOf(entered))

const digestOf = (code: string): Buffer => hash('sha256', code.toUpperCase().replace(/[^A-Z0-9]/g, ''), 'buffer')
