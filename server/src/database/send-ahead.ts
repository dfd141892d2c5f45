import type { CompiledQuery, QueryResult } from 'kysely'
import type { Database } from './open.ts'

/** Raw SQL or a query of Kysely. */
interface Statement<Row> {
  compile(database: Database): CompiledQuery<Row>
}

/** Statement that was sent. `response` rejects if the statement fails. */
export interface SentStatement<Row = unknown> {
  response: Promise<QueryResult<Row>>
}

/**
 * Sends a statement of a transaction without waiting for its response. The commit then follows at once, which saves a
 * round trip. After a failed statement, PostgreSQL rolls back instead of committing.
 */
export function sendAhead<Row>(transaction: Database, statement: Statement<Row>): Promise<SentStatement<Row>> {
  const query = statement.compile(transaction)
  return transaction.getExecutor().provideConnection(async (connection) => {
    const response = connection.executeQuery<Row>(query)
    // The caller handles the error after the commit. Until then, it must not count as unhandled.
    response.catch(() => undefined)
    return { response }
  })
}
