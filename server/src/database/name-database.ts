import { parse } from 'pg-connection-string'
import type { Environment } from '../environment.ts'

/**
 * Describes the database that a command uses, without user and password. The user of the command can thus notice a
 * wrong database.
 */
export function nameDatabase({ DATABASE_URL, DATA_DIR }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>): string {
  if (DATABASE_URL === undefined) return `DATA_DIR=${DATA_DIR}`
  const { host, port, database } = parse(DATABASE_URL)
  return `DATABASE_URL (${host ?? 'localhost'}${port ? `:${port}` : ''}/${database ?? ''})`
}
