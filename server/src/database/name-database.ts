import { parse } from 'pg-connection-string'
import type { Environment } from '../environment.ts'

/**
 * Describes the database that a command uses, so that the user of the command notices a wrong database. The text
 * contains neither the database user nor the password.
 */
export function nameDatabase({ DATABASE_URL, DATA_DIR }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>): string {
  if (DATABASE_URL === undefined) return `DATA_DIR=${DATA_DIR}`
  const { host, port, database } = parse(DATABASE_URL)
  return `DATABASE_URL (${host ?? 'localhost'}${port ? `:${port}` : ''}/${database ?? ''})`
}
