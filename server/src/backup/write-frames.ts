import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, deflateRaw } from 'node:zlib'
import { chunkBytes, firstLine, frameHeadBytes, frameLetters, type BackupHeader, type Frame } from './format.ts'
import { deriveKey, makeCipherSealer, makeDigestSealer, type Sealer } from './seal.ts'

/**
 * Writes a header and frames to a file. Only a few frames are in memory at a time.
 * @param passphrase encrypts the frames, but never the header; undefined for no encryption.
 */
export async function writeFrames(
  file: FileHandle,
  header: BackupHeader,
  frames: AsyncIterable<Frame>,
  { passphrase, signal }: { passphrase: string | undefined; signal: AbortSignal },
): Promise<void> {
  const salt = passphrase === undefined ? undefined : randomBytes(32)
  const lines = { ...header, ...(salt && { salt: salt.toString('base64') }) }
  const beginning = Buffer.from(`${firstLine}\n${JSON.stringify(lines)}\n`)
  const sealer =
    salt && passphrase !== undefined
      ? makeCipherSealer(beginning, await deriveKey(passphrase, salt))
      : makeDigestSealer(beginning)
  await file.writeFile(beginning)
  for await (const bytes of sealed(frames, sealer)) {
    signal.throwIfAborted()
    await file.writeFile(bytes)
  }
}

async function* sealed(frames: AsyncIterable<Frame>, sealer: Sealer): AsyncGenerator<Buffer> {
  for await (const { kind, payload } of frames) {
    const head = Buffer.alloc(frameHeadBytes)
    head.write(frameLetters[kind], 'latin1')
    head.writeUInt32BE(payload.length, 1)
    yield head
    yield sealer.seal(head, payload)
  }
}

/** Cuts data into frames of `chunkBytes`. The last frame can be shorter. */
export async function* toDataFrames(data: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for await (const piece of data) {
    waiting.push(piece)
    waitingBytes += piece.length
    while (waitingBytes >= chunkBytes) {
      const joined = Buffer.concat(waiting)
      yield { kind: 'data', payload: joined.subarray(0, chunkBytes) }
      waiting = [joined.subarray(chunkBytes)]
      waitingBytes -= chunkBytes
    }
  }
  if (waitingBytes > 0) yield { kind: 'data', payload: Buffer.concat(waiting) }
}

const deflate = promisify<Buffer, object, Buffer>(deflateRaw)

/**
 * Compresses the data frames of a table. Stored files are not compressed, because most file formats are compressed
 * already.
 */
export async function* compressed(frames: AsyncIterable<Frame>): AsyncGenerator<Frame> {
  for await (const { payload } of frames) {
    yield { kind: 'compressed', payload: await deflate(payload, { level: constants.Z_BEST_SPEED }) }
  }
}
