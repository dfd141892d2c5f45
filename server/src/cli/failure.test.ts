import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DiskDriver } from '../media/storage/disk-driver.ts'
import { Problem, violationAt } from '../problem.ts'
import { reportFailure } from './failure.ts'

function reported(error: Error): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  reportFailure(error)
  return write.mock.calls.map(([text]) => String(text)).join('')
}

test('if the database role may not change the schema, the error names the privilege that it needs', () => {
  const denied = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
  expect(reported(denied)).toMatch(/permission denied for schema public\. .* CREATE on the database and on its schema/)
})

test('if PostgreSQL rejects a write because it is read-only, the error message says so and mentions a standby', () => {
  const readOnly = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' })
  expect(reported(readOnly)).toBe(
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

/** Returns the error with which a write to the media storage fails. */
const failWrite = async (driver: ConstructorParameters<typeof Disk>[0]): Promise<Error> =>
  new Disk(driver).put('key', 'text').then(
    () => new Error('The write succeeded.'),
    (error: Error) => error,
  )

test.each([
  ['a command that reads and writes files', (cause: Error) => cause],
  ['a command that adds a file', (cause: Error) => new Problem('unavailable', { cause })],
])('if S3 cannot be reached, the error of %s names the bucket, and not the database', async (_command, toError) => {
  const driver = new S3Driver({
    bucket: 'files',
    region: 'us-east-1',
    visibility: 'private',
    endpoint: 'http://127.0.0.1:1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  })
  expect(reported(toError(await failWrite(driver)))).toBe(
    'error: The S3 bucket cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n',
  )
})

test('if S3 rejects a request, the error message contains the status of the response', () => {
  const rejected = Object.assign(new Error('UnknownError'), { $metadata: { httpStatusCode: 403 } })
  expect(reported(rejected)).toBe('error: The S3 bucket cannot be used: UnknownError (status 403).\n')
})

test('if a file cannot be stored because the disk is full, the error gives this reason', async () => {
  const driver = new DiskDriver('/dev')
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  vi.spyOn(driver, 'put').mockRejectedValue(full)
  expect(reported(await failWrite(driver))).toBe('error: The disk is full.\n')
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
