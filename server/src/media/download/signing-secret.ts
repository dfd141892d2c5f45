import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createOnce } from '../../disk/create-once.ts'
import type { Environment } from '../../environment.ts'

const lengthMinimum = 32

/**
 * Returns the secret with which download URLs are signed. Without `SIGNING_SECRET`, generates a secret at the first
 * start and stores it in `DATA_DIR`.
 * @throws Error when the stored secret is shorter than any generated secret, because then its file is damaged.
 */
export async function signingSecret({
  SIGNING_SECRET: given,
  DATA_DIR: dataFolder,
}: Pick<Environment, 'SIGNING_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (given) return given
  const path = pathIn(dataFolder)
  await mkdir(dataFolder, { recursive: true })
  const secret = (await readSecret(path)) ?? (await createOnce(path, randomBytes(32).toString('hex')))
  if (secret.length < lengthMinimum)
    throw new Error(`${path} is damaged: remove it, and a new one is made at the next start`)
  return secret
}

/**
 * Returns the signing secret that is stored in `DATA_DIR`; undefined if none is stored or `SIGNING_SECRET` replaces it.
 */
export const storedSigningSecret = async ({
  SIGNING_SECRET: given,
  DATA_DIR: dataFolder,
}: Pick<Environment, 'SIGNING_SECRET' | 'DATA_DIR'>): Promise<string | undefined> =>
  given ? undefined : readSecret(pathIn(dataFolder))

/**
 * Stores the secret of a backup in `DATA_DIR`. Does nothing if a secret is stored there or `SIGNING_SECRET` replaces
 * it.
 * @returns false if `DATA_DIR` has another secret, which stays in use.
 */
export async function restoreSigningSecret(
  { SIGNING_SECRET: given, DATA_DIR: dataFolder }: Pick<Environment, 'SIGNING_SECRET' | 'DATA_DIR'>,
  secret: string,
): Promise<boolean> {
  if (given) return true
  await mkdir(dataFolder, { recursive: true })
  return (await createOnce(pathIn(dataFolder), secret)) === secret
}

const pathIn = (dataFolder: string): string => join(dataFolder, 'signing-secret')

async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
