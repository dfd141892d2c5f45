import { Kysely, type PostgresPool } from 'kysely'
import type { Database, OpenDatabase } from './open.ts'
import type { Tables } from './tables.ts'
import type { ReturnConnection } from './throughput/connection-shares.ts'
import { PipeliningDialect } from './throughput/pipelining-dialect.ts'

type Pool = OpenDatabase['pool']

/**
 * Makes a `database` that calls `take` each time before it takes a connection from a pool.
 * @param take waits until one more connection may be used. Its error becomes the error of the statement or transaction.
 */
export const limitedDatabase = (pool: Pool, take: () => Promise<ReturnConnection>): Database =>
  new Kysely<Tables>({ dialect: new PipeliningDialect({ pool: limitedPool(pool, take) }) })

const limitedPool = (pool: Pool, take: () => Promise<ReturnConnection>): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  async connect() {
    const giveBack = await take()
    try {
      const client = await pool.connect()
      // The pool sets a new function `release` each time it lends the client.
      const { release } = client
      client.release = (error) => {
        release(error)
        giveBack()
      }
      return client
    } catch (error) {
      giveBack()
      throw error
    }
  },
})
