import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DamagedBackup } from './damaged.ts'
import { formatVersion, jsonFrame, type Frame } from './format.ts'
import { verifyBackupFile } from './verify-file.ts'
import { withBackupFile } from './read-frames.ts'
import { readParts } from './read-parts.ts'
import { compressed, toDataFrames, writeFrames } from './write-frames.ts'

const header = {
  format: formatVersion,
  program: '0.1.0',
  createdAt: '2026-03-01T09:30:00.000Z',
  migrations: ['0001-a'],
}
const summary = { rows: { incidents: 2 }, files: 1, fileBytes: 9, missing: 0, damaged: 0, examples: [] }
const signal = new AbortController().signal
const advance = () => undefined
const file = randomBytes(2_500_000)
const rows = Buffer.from('1\tFreezer\n2\tOven\n'.repeat(100_000))

async function* frames(): AsyncGenerator<Frame> {
  yield jsonFrame('head', { kind: 'table', name: 'incidents', columns: ['id', 'name'] })
  yield* compressed(toDataFrames(pieces(rows)))
  yield jsonFrame('tail', { sizeBytes: rows.length, rows: 2 })
  yield jsonFrame('head', { kind: 'file', key: 'a/b', contentType: 'image/jpeg' })
  yield* toDataFrames(pieces(file))
  yield jsonFrame('tail', { sizeBytes: file.length })
  yield jsonFrame('summary', summary)
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-frames-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(passphrase?: string): Promise<string> {
  const path = join(folder, `${passphrase ?? 'plain'}.backup`)
  const handle = await open(path, 'w')
  await writeFrames(handle, header, frames(), { passphrase, signal })
  await handle.close()
  return path
}

describe.each([undefined, 'correct horse battery'])('with the passphrase %s', (passphrase) => {
  const options = { passphrase, signal, advance }
  // Run fewer cases with a passphrase, because deriving the key takes about a second in each case.
  const numRuns = passphrase === undefined ? 60 : 4
  let path: string
  let bytes: Buffer
  beforeAll(async () => {
    path = await write(passphrase)
    bytes = await readFile(path)
  })

  const verify = async (altered: Buffer) => {
    const copy = join(folder, 'altered.backup')
    await writeFile(copy, altered)
    return verifyBackupFile(copy, options)
  }

  test('the data of every part is the same after writing and reading a backup', async () => {
    const data = await withBackupFile(path, options, async ({ frames: read }) => {
      const found: Buffer[] = []
      for await (const part of readParts(read)) {
        const chunks: Buffer[] = []
        for await (const chunk of part.data) chunks.push(chunk)
        found.push(Buffer.concat(chunks))
      }
      return found
    })
    expect(data[0]!.equals(rows)).toBe(true)
    expect(data[1]!.equals(file)).toBe(true)
    expect(await verifyBackupFile(path, options)).toMatchObject({ header, summary })
  })

  test('a backup that is cut off after any number of bytes is rejected', async () => {
    const ends = [0, 13, 14, bytes.length - 1]
    for (const end of ends) await expect(verify(bytes.subarray(0, end))).rejects.toThrow(/is cut off|is not a backup/)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), async (end) => {
        await expect(verify(bytes.subarray(0, end))).rejects.toThrow(/is cut off|is not a backup/)
      }),
      { numRuns },
    )
  })

  test('a backup in which any single bit is altered is rejected', async () => {
    const alter = (at: number, bit: number) => {
      const altered = Buffer.from(bytes)
      altered[at]! ^= 1 << bit
      return altered
    }
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: bytes.length - 1 }),
        fc.integer({ min: 0, max: 7 }),
        async (at, bit) => {
          await expect(verify(alter(at, bit))).rejects.toThrow(DamagedBackup)
        },
      ),
      { numRuns },
    )
    for (let at = 0; at < 400; at += Math.ceil(400 / numRuns))
      await expect(verify(alter(at, 1))).rejects.toThrow(DamagedBackup)
  })

  test('a backup with bytes after its end is rejected', async () => {
    await expect(verify(Buffer.concat([bytes, Buffer.from('x')]))).rejects.toThrow('continues after its end')
  })

  test('a backup that lacks bytes in its middle is rejected', async () => {
    const start = bytes.length - file.length
    await expect(verify(Buffer.concat([bytes.subarray(0, start / 2), bytes.subarray(start)]))).rejects.toThrow(
      DamagedBackup,
    )
  })
})

test('the names of tables do not appear in plain text in an encrypted backup', async () => {
  expect((await readFile(await write('correct horse battery'))).includes('incidents')).toBe(false)
})

test('an unencrypted backup is rejected if a passphrase is given to read it', async () => {
  const path = await write()
  await expect(verifyBackupFile(path, { passphrase: 'correct horse battery', signal, advance })).rejects.toThrow(
    'is not encrypted',
  )
})
