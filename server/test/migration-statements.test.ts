import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { splitStatements } from '../src/database/migrations/split-statements.ts'
import { createEmptyDatabase } from './support/template-database.ts'

const folder = new URL('../migrations/', import.meta.url)
const { url, drop } = await createEmptyDatabase()
const client = new pg.Client(url)
await client.connect()
afterAll(async () => {
  await client.end()
  await drop()
})

// In the extended protocol, PostgreSQL rejects a query with several statements.
const send = (text: string) => client.query({ text, queryMode: 'extended' } as pg.QueryConfig)

test('migrations are split into single statements, as a cluster requires', async () => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const sent = { statements: 0 }
  for (const file of files) {
    const text = await readFile(new URL(file, folder), 'utf8')
    const isTransacted = !text.startsWith('-- concurrently\n')
    if (isTransacted) await send('begin')
    for (const statement of splitStatements(text)) {
      await send(statement)
      sent.statements++
    }
    if (isTransacted) await send('commit')
  }
  expect(sent.statements).toBeGreaterThan(100)
})

test('PostgreSQL rejects two statements in one query of the extended protocol', async () => {
  await expect(send('select 1; select 2;')).rejects.toThrow('multiple commands')
})

test('a migration whose last statement has no semicolon is rejected', () => {
  expect(() => splitStatements('select 1;\nselect 2\n')).toThrow('must end with a semicolon')
})
