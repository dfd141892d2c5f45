import { sql } from 'kysely'
import type { Database } from './open.ts'

/**
 * Rejects a database behind a pooler that drops the settings of connections, or that gives one database session to
 * several connections. With such a pooler, queries would occasionally fail or return wrong results.
 * @throws Error with advice for the operator.
 */
export function rejectPooler(database: Database): Promise<void> {
  return database.connection().execute(async (connection) => {
    const { pid, keepsSettings } = await findSession(connection)
    if (!keepsSettings) throw new Error(`A pooler drops the settings of connections to the database. ${advice}`)
    // Open a second connection while the first is open. If both have the same process id, they share one database
    // session, which only a pooler makes possible.
    const other = await database.connection().execute(findSession)
    if (other.pid === pid) throw new Error(`A pooler lends one connection to the database to several. ${advice}`)
  })
}

const advice = 'DATABASE_URL must lead to PostgreSQL itself, or to a pooler that is set up as docs/operating.md says.'

/**
 * Reads the process id of a connection's session, and checks that the session has the settings of `openDatabase`.
 * `statement_timeout` needs its own check, because `openDatabase` sends it separately from the other settings.
 */
async function findSession(connection: Database) {
  const { rows } = await sql<{ pid: number; keepsSettings: boolean }>`
    select pg_backend_pid() as pid, current_setting('timezone') = 'UTC' and current_setting('datestyle') like 'ISO%'
      and current_setting('default_transaction_isolation') = 'read committed'
      and current_setting('statement_timeout') <> '0' as "keepsSettings"`.execute(connection)
  return rows[0]!
}
