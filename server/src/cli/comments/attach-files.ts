import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Environment } from '../../environment.ts'
import { attachMedia } from '../../media/attach.ts'
import { openMediaStorage } from '../../media/storage.ts'
import type { OrganizationScope } from '../../scope.ts'
import { showProgress, type Progress } from '../progress.ts'

export interface FileToAttach {
  path: string
  sizeBytes: number
}

/**
 * Attaches files to a Comment, with a bar while it takes.
 * @param scope in the transaction that adds the Comment: where one file fails none is attached, and what was stored of
 *   the others is removed by the sweep.
 */
export async function attachFiles(
  scope: OrganizationScope,
  environment: Environment,
  commentId: Uuid,
  files: FileToAttach[],
): Promise<Uuid[]> {
  const storage = await openMediaStorage(environment)
  const progress = showProgress('Attaching')
  const sum = files.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0)
  const ids: Uuid[] = []
  let doneBytes = 0
  try {
    for (const { path, sizeBytes } of files) {
      const stream = Readable.from(counted(path, progress, doneBytes, sum))
      ids.push((await attachMedia(scope, storage, { commentId }, { fileName: basename(path), stream })).id)
      doneBytes += sizeBytes
    }
  } finally {
    progress.stop()
  }
  return ids
}

async function* counted(path: string, progress: Progress, doneBytes: number, sum: number): AsyncGenerator<Buffer> {
  let bytes = doneBytes
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    yield piece
    bytes += piece.length
    progress.reach(bytes / sum)
  }
}
