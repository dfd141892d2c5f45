import { open, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { DamagedBackup } from './damaged.ts'
import {
  chunkBytes,
  firstLine,
  formatVersion,
  frameHeadBytes,
  frameLetters,
  type BackupHeader,
  type Frame,
  type FrameKind,
} from './format.ts'
import { deriveKey, makeCipherSealer, makeDigestSealer, type Sealer } from './seal.ts'

/** Backup file that is open and whose header has been read. */
export interface OpenBackup {
  header: BackupHeader
  /** Frames in the order of the file. Each frame is checked and decompressed before it is yielded. */
  frames: AsyncGenerator<Frame>
}

/** Maximum size of the first line and the header together. */
const headerMaximumBytes = 64 * 1024
/** Maximum size of a payload. Compression can make a payload a little longer than its data. */
const payloadMaximumBytes = chunkBytes + 64 * 1024

export interface ReadOptions {
  passphrase: string | undefined
  signal: AbortSignal
  /** Reports the progress: called with the share of the file that has been read, from 0 to 1. */
  advance: (share: number) => void
}

/**
 * Opens a backup file, calls `work` with it, and closes the file afterwards.
 * @throws DamagedBackup for a file that is not a backup, is cut off or was altered, and for a wrong passphrase.
 */
export async function withBackupFile<Result>(
  path: string,
  options: ReadOptions,
  work: (backup: OpenBackup) => Promise<Result>,
): Promise<Result> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { header, beginning } = await readHeader(file)
    const sealer = await makeSealer(beginning, header, options.passphrase)
    return await work({ header, frames: readFrames(file, beginning.length, size, sealer, options) })
  } catch (error) {
    if (error instanceof DamagedBackup) throw new DamagedBackup(`${path} ${error.message}.`)
    throw error
  } finally {
    await file.close()
  }
}

async function readHeader(file: FileHandle): Promise<{ header: BackupHeader; beginning: Buffer }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerMaximumBytes), 0, headerMaximumBytes, 0)
  const read = buffer.subarray(0, bytesRead)
  const start = firstLine.length + 1
  const end = read.indexOf('\n', start)
  if (read.subarray(0, start).toString() !== `${firstLine}\n` || end < 0) {
    throw new DamagedBackup('is not a backup of Tocsin')
  }
  const header = parse<BackupHeader>(read.subarray(start, end))
  if (header.format !== formatVersion) {
    throw new DamagedBackup(`was made by Tocsin ${header.program}, whose format of backups this version does not know`)
  }
  return { header, beginning: read.subarray(0, end + 1) }
}

async function makeSealer(beginning: Buffer, { salt }: BackupHeader, passphrase: string | undefined): Promise<Sealer> {
  if (salt === undefined) {
    // The operator expects an encrypted backup. Somebody may have replaced that backup with this file.
    if (passphrase !== undefined) throw new DamagedBackup('is not encrypted; leave out --passphrase-file')
    return makeDigestSealer(beginning)
  }
  if (passphrase === undefined) throw new DamagedBackup('is encrypted; give its passphrase with --passphrase-file')
  return makeCipherSealer(beginning, await deriveKey(passphrase, Buffer.from(salt, 'base64')))
}

/** Kinds of frames, keyed by their letters. */
const frameKinds = new Map(Object.entries(frameLetters).map(([kind, letter]) => [letter as string, kind as FrameKind]))

async function* readFrames(
  file: FileHandle,
  start: number,
  fileBytes: number,
  sealer: Sealer,
  { signal, advance }: ReadOptions,
): AsyncGenerator<Frame> {
  for (let position = start; ;) {
    signal.throwIfAborted()
    const head = await readExactly(file, position, frameHeadBytes)
    const kind = frameKinds.get(head.toString('latin1', 0, 1))
    const length = head.readUInt32BE(1)
    if (!kind || length > payloadMaximumBytes) throw new DamagedBackup('was altered')
    const sealed = await readExactly(file, position + frameHeadBytes, length + sealer.sealBytes)
    position += frameHeadBytes + sealed.length
    const payload = sealer.open(head, sealed)
    advance(position / fileBytes)
    yield kind === 'compressed' ? { kind: 'data', payload: await decompress(payload) } : { kind, payload }
    if (kind !== 'summary') continue
    if (position < fileBytes) throw new DamagedBackup('continues after its end')
    return
  }
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  for (let filled = 0; filled < length;) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new DamagedBackup('is cut off')
    filled += bytesRead
  }
  return buffer
}

const inflate = promisify<Buffer, object, Buffer>(inflateRaw)

const decompress = (payload: Buffer): Promise<Buffer> =>
  inflate(payload, { maxOutputLength: chunkBytes }).catch(() => {
    throw new DamagedBackup('was altered')
  })

/** Parses the JSON of a header or of a frame. */
export function parse<Value>(text: Buffer): Value {
  try {
    return JSON.parse(text.toString()) as Value
  } catch {
    throw new DamagedBackup('was altered')
  }
}
