import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OpenDatabase } from './open.ts'
import { limitedDatabase } from './limited-database.ts'

/**
 * Makes a database over a pool whose clients run `query`. `log` records when a connection is taken, connected, released
 * and given back.
 */
function newDatabase({ connect = async () => undefined, query = async () => ({ rows: [] }) } = {}) {
  const log: string[] = []
  const pool = {
    options: {},
    connect: async () => {
      await connect()
      log.push('connected')
      return { query, release: (isDiscarded: boolean) => log.push(`client released ${isDiscarded}`) }
    },
  }
  const take = async () => {
    log.push('taken')
    return () => void log.push('given back')
  }
  return { database: limitedDatabase(pool as unknown as OpenDatabase['pool'], take), log }
}

const select = sql`select 1`

test('a limited database gives a connection back after its statement, even if the statement fails', async () => {
  const inOrder = ['taken', 'connected', 'client released false', 'given back']
  const { database, log } = newDatabase()
  await select.execute(database)
  expect(log).toEqual(inOrder)

  const failing = newDatabase({ query: () => Promise.reject(new Error('division by zero')) })
  await expect(select.execute(failing.database)).rejects.toThrow('division by zero')
  expect(failing.log).toEqual(inOrder)
})

test('a limited database gives back its permission to connect if the pool has no connection', async () => {
  const { database, log } = newDatabase({ connect: () => Promise.reject(new Error('timeout exceeded')) })
  await expect(select.execute(database)).rejects.toThrow('timeout exceeded')
  expect(log).toEqual(['taken', 'given back'])
})
