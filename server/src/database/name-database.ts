import { parse } from 'pg-connection-string'
import type { Environment } from '../environment.ts'

/** Describes the database of a command without user and password, so that people notice a wrong one. */
export function nameDatabase({ DATABASE_URL, DATA_DIR }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>): string {
  if (DATABASE_URL === undefined) return `DATA_DIR=${DATA_DIR}`
  const { host, port, database } = parse(DATABASE_URL)
  return `DATABASE_URL (${host ?? 'localhost'}${port ? `:${port}` : ''}/${database ?? ''})`
}
