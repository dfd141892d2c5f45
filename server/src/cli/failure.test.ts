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

test('if the database role may not change the schema, the error names the privilege that it needs', () => {
  const refused = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
  expect(reported(refused)).toMatch(/permission denied for schema public\. .* CREATE on the database and on its schema/)
})

test('if PostgreSQL rejects a write because it is read-only, the error message says so and mentions a standby', () => {
  const refused = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' })
  expect(reported(refused)).toBe(
    'error: The database is read-only, perhaps a standby: cannot execute INSERT in a read-only transaction.\n',
  )
})

const file = fileURLToPath(import.meta.url)
test.each([file, `${file}/below`])(
  'if there is a file where a folder is needed, the error says that the path %s is not a folder',
  async (folder) => {
    const failed = await mkdir(folder, { recursive: true }).catch((error: Error) => error)
    expect(reported(failed as Error)).toBe(`error: ${folder} is not a folder.\n`)
  },
)

test('an error that names a path is reported even if a setting of the server is wrong', async () => {
  vi.stubEnv('PORT', 'none')
  onTestFinished(() => void vi.unstubAllEnvs())
  const failed = await readFile(`${file}/below`).catch((error: Error) => error)
  expect(reported(failed as Error)).toBe(`error: ${file}/below is not a folder.\n`)
})

test('if there is a folder where a file is needed, the error names the folder', async () => {
  const folder = dirname(file)
  const opened = await writeFile(folder, '').catch((error: Error) => error)
  expect(reported(opened as Error)).toBe(`error: ${folder} is a folder.\n`)
})

test('an error without a path still says that a folder was given where a file is needed', async () => {
  const read = await readFile(dirname(file)).catch((error: Error) => error)
  expect(reported(read as Error)).toBe('error: A folder was given where a file is needed.\n')
})

test('the pointer of a violation is printed once, even if the message of the violation begins with it', () => {
  const violations = [
    violationAt('/profiles/0/name', 'too_short', 'profiles/0/name must not be empty.'),
    violationAt('/types/1', 'duplicate_id'),
  ]
  const text = reported(new Problem('invalid_request', { violations }))
  expect(text).toContain('  /profiles/0/name: must not be empty.\n')
  expect(text).toContain('  /types/1: Two entries of the configuration have the same id.\n')
})
