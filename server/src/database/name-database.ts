import type { Environment } from '../environment.ts'
import { parseDatabaseUrl } from './connecting/database-url.ts'

/**
 * Describes the database that a command uses, so that the user notices if it is the wrong database. The text contains
 * neither the database user nor the password.
 */
export function nameDatabase({ DATABASE_URL, DATA_DIR }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>): string {
  if (DATABASE_URL === undefined) return `DATA_DIR=${DATA_DIR}`
  const { hosts, config } = parseDatabaseUrl(DATABASE_URL)
  const names = hosts.map(({ host = 'localhost', port }) => `${host}${port ? `:${port}` : ''}`)
  return `DATABASE_URL (${names.join(',')}/${config.database ?? ''})`
}
