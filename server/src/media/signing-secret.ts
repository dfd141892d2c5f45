import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../environment.ts'

const lengthMinimum = 32

/**
 * The secret that signs download addresses: the operator's, else one that is made once and kept in `DATA_DIR`.
 * @throws Error when the kept one is too short to be what was written.
 */
export async function signingSecret({
  SIGNING_SECRET: given,
  DATA_DIR: dataFolder,
}: Pick<Environment, 'SIGNING_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (given) return given
  const path = join(dataFolder, 'signing-secret')
  const secret = (await readSecret(path)) ?? (await keepNewSecret(dataFolder, path))
  if (secret.length < lengthMinimum)
    throw new Error(`${path} is damaged: remove it, a new one is made at the next start`)
  return secret
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isFault(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Written aside and linked into place: of servers that start together one makes it, and none reads half of it. */
async function keepNewSecret(dataFolder: string, path: string): Promise<string> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  await mkdir(dataFolder, { recursive: true })
  try {
    await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, path)
  } catch (error) {
    if (!isFault(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}

const isFault = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code
