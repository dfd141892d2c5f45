import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Problem, violationAt } from '../problem.ts'
import { reportFailure } from './failure.ts'

function reported(error: Error): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  reportFailure(error)
  return write.mock.calls.map(([text]) => String(text)).join('')
}

test('reports the privilege that the database role needs when it may not change the schema', () => {
  const refused = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
  expect(reported(refused)).toMatch(/permission denied for schema public\. .* CREATE on the database and on its schema/)
})

test('reports a read-only database, perhaps a standby, when PostgreSQL refuses to write', () => {
  const refused = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' })
  expect(reported(refused)).toBe(
    'error: The database is read-only, perhaps a standby: cannot execute INSERT in a read-only transaction.\n',
  )
})

const file = fileURLToPath(import.meta.url)
test.each([file, `${file}/below`])('reports a file at a path that must be a folder: %s', async (folder) => {
  const failed = await mkdir(folder, { recursive: true }).catch((error: Error) => error)
  expect(reported(failed as Error)).toBe(`error: ${folder} is not a folder.\n`)
})

test('reports a folder at a path that must be a file', async () => {
  const folder = dirname(file)
  const opened = await writeFile(folder, '').catch((error: Error) => error)
  expect(reported(opened as Error)).toBe(`error: ${folder} is a folder.\n`)
})

test('reports a folder in place of a file even if the error does not contain the path of the folder', async () => {
  const read = await readFile(dirname(file)).catch((error: Error) => error)
  expect(reported(read as Error)).toBe('error: A folder was given where a file is needed.\n')
})

test('prints the pointer of a violation only once, even if the message also begins with the pointer', () => {
  const violations = [
    violationAt('/profiles/0/name', 'too_short', 'profiles/0/name must not be empty.'),
    violationAt('/types/1', 'duplicate_id'),
  ]
  const text = reported(new Problem('invalid_request', { violations }))
  expect(text).toContain('  /profiles/0/name: must not be empty.\n')
  expect(text).toContain('  /types/1: Two entries of the configuration have the same id.\n')
})
