import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { discardFile, receiveFile, type ReceivedFile } from '../../media/upload/receive-file.ts'
import type { MediaStorage } from '../../media/storage/storage.ts'
import { showProgress, type Progress } from '../progress.ts'

export interface FileToAttach {
  path: string
  sizeBytes: number
}

/**
 * Copies local files to the upload folder, detects their types and shows a progress bar. If a file is rejected, deletes
 * the copies of all files.
 * @returns the received files in the order of `files`. The caller must call `discardFile` for each of them.
 * @throws any error of `receiveFile`.
 */
export async function examineFiles(storage: MediaStorage, files: FileToAttach[]): Promise<ReceivedFile[]> {
  const progress = showProgress('Reading')
  const sum = files.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0)
  const examined: ReceivedFile[] = []
  let doneBytes = 0
  try {
    for (const { path, sizeBytes } of files) {
      const stream = Readable.from(counted(path, progress, doneBytes, sum))
      examined.push(await receiveFile(storage, { fileName: basename(path), stream }))
      doneBytes += sizeBytes
    }
    return examined
  } catch (error) {
    await Promise.all(examined.map(discardFile))
    throw error
  } finally {
    progress.stop()
  }
}

async function* counted(path: string, progress: Progress, doneBytes: number, sum: number): AsyncGenerator<Buffer> {
  let bytes = doneBytes
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    yield piece
    bytes += piece.length
    progress.reach(bytes / sum)
  }
}
