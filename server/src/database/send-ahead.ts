import type { CompiledQuery, QueryResult } from 'kysely'
import type { Database } from './open.ts'

/** Statement in raw SQL, or built with Kysely. */
interface Statement<Row> {
  compile(database: Database): CompiledQuery<Row>
}

/** Statement that was sent. `response` is rejected if the statement fails. */
export interface SentStatement<Row = unknown> {
  response: Promise<QueryResult<Row>>
}

/**
 * Sends a statement of a transaction without waiting for its response. The caller can send the commit immediately
 * afterwards, which saves a round trip. If the statement fails, PostgreSQL rolls back at the commit.
 */
export function sendAhead<Row>(transaction: Database, statement: Statement<Row>): Promise<SentStatement<Row>> {
  const query = statement.compile(transaction)
  return transaction.getExecutor().provideConnection(async (connection) => {
    const response = connection.executeQuery<Row>(query)
    // The caller handles an error only after the commit. Without this handler, Node would end the process before that.
    response.catch(() => undefined)
    return { response }
  })
}
