import { DamagedBackup } from './damaged.ts'
import type { BackupSummary, Frame, PartHead, PartTail } from './format.ts'
import { parse } from './read-frames.ts'

/** Part of a backup, as `readParts` yields it: a table, a secret or a stored file. */
export interface Part {
  head: PartHead
  data: AsyncIterable<Buffer>
  /** Returns the tail of the part. Call this function only after `data` has been read to its end. */
  tail(): PartTail
}

/**
 * Reads the parts of a backup. If the caller requests the next part early, skips the rest of the current part.
 * @returns the summary, after the last part.
 */
export async function* readParts(frames: AsyncGenerator<Frame>): AsyncGenerator<Part, BackupSummary> {
  for (;;) {
    const frame = await nextFrame(frames)
    if (frame.kind === 'summary') {
      // Request one more frame, so that `frames` rejects bytes after the summary.
      await frames.next()
      return parse<BackupSummary>(frame.payload)
    }
    if (frame.kind !== 'head') throw new DamagedBackup('was altered')
    let tail: PartTail | undefined
    async function* readData(): AsyncGenerator<Buffer> {
      while (!tail) {
        const { kind, payload } = await nextFrame(frames)
        if (kind === 'data') yield payload
        else if (kind === 'tail') tail = parse<PartTail>(payload)
        else throw new DamagedBackup('was altered')
      }
    }
    yield { head: parse<PartHead>(frame.payload), data: readData(), tail: () => tail! }
    for await (const _ of readData());
  }
}

async function nextFrame(frames: AsyncGenerator<Frame>): Promise<Frame> {
  const { value, done } = await frames.next()
  if (done) throw new DamagedBackup('is cut off')
  return value
}
