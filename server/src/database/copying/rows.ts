import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { toSql, type CopiedTable } from './tables.ts'

/**
 * Reads all rows of a table in PostgreSQL's text format, which every version of PostgreSQL can read.
 * @returns the number of rows, after the last chunk.
 */
export async function* readRows(client: pg.Client, table: CopiedTable): AsyncGenerator<Buffer, number> {
  const stream = client.query(copyTo(`copy ${toSql(table)} to stdout`))
  for await (const chunk of stream) yield chunk as Buffer
  // PostgreSQL sends the number of rows after the last row. Send another statement: when PostgreSQL responds to it, the
  // number has arrived.
  await client.query('select')
  return stream.rowCount
}

/**
 * Inserts rows that `readRows` has read.
 * @returns the number of inserted rows.
 */
export async function writeRows(client: pg.Client, table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<number> {
  const stream = client.query(copyFrom(`copy ${toSql(table)} from stdin`))
  await pipeline(rows, stream)
  return stream.rowCount
}

export async function countRows(client: pg.Client, { name }: CopiedTable): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*) from ${pg.escapeIdentifier(name)}`)
  return rows[0]!.count
}
