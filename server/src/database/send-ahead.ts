import type { RawBuilder } from 'kysely'
import type { Database } from './open.ts'

/** Statement that was sent. `response` rejects if the statement fails. */
export interface SentStatement {
  response: Promise<unknown>
}

/**
 * Sends a statement of a transaction without waiting for its response. The commit then follows at once, which saves a
 * round trip. After a failed statement, PostgreSQL rolls back instead of committing.
 */
export function sendAhead(transaction: Database, statement: RawBuilder<unknown>): Promise<SentStatement> {
  const query = statement.compile(transaction)
  return transaction.getExecutor().provideConnection(async (connection) => {
    const response = connection.executeQuery(query)
    // The caller handles the error after the commit. Until then, it must not count as unhandled.
    response.catch(() => undefined)
    return { response }
  })
}
