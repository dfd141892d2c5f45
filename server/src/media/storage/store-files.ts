import { createReadStream } from 'node:fs'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { ReceivedFile } from '../upload/receive-file.ts'
import { mediaKey, type MediaStorage } from './storage.ts'
import { unavailableOnFailure } from './unavailable-on-failure.ts'

/**
 * Stores files as objects in the storage and then runs `commit`, so that every database row has its object. After a
 * failure, removes the objects. If the process is killed or the outcome of the commit is unknown, the sweep removes
 * objects without a row later.
 * @param scope scope outside a transaction, so that no row is locked while the objects are stored. Only the demo passes
 *   a transaction, because the demo must be created completely or not at all. If the demo fails, the sweep removes its
 *   objects. The sweep ignores the objects of a running demo, because they are younger than an hour.
 * @param attachedTo id of the incident or comment whose row `commit` locks. Calls with the same id commit one after
 *   another, so that a burst of uploads occupies only one database connection.
 * @param commit function that inserts the rows of the files. It runs in a transaction.
 */
export async function storeFiles<Result>(
  scope: OrganizationScope,
  storage: MediaStorage,
  files: ReceivedFile[],
  attachedTo: Uuid,
  commit: (inner: OrganizationScope) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false
  try {
    for (const file of files) await unavailableOnFailure(storeObject(scope, storage, file))
    return await storage.attaching.run(attachedTo, () =>
      scope.transaction(async (inner) => {
        const result = await commit(inner)
        isCommitting = true
        return result
      }),
    )
  } catch (error) {
    // Keep the objects if the commit was interrupted, because the commit may have succeeded. If the commit failed, the
    // sweep removes the objects.
    if (!isCommitting) await Promise.all(files.map(({ id }) => removeObject(scope, storage, id)))
    throw error
  }
}

async function storeObject(scope: OrganizationScope, { disk }: MediaStorage, file: ReceivedFile): Promise<void> {
  const stream = createReadStream(file.path)
  try {
    await disk.putStream(mediaKey(scope.organizationId, file.id, 'file'), stream, {
      contentType: file.contentType,
      contentLength: file.sizeBytes,
      contentDisposition: 'attachment',
      // Send the checksum, so that the storage rejects contents that were altered on the way.
      ChecksumSHA256: file.sha256.toString('base64'),
    })
  } finally {
    stream.destroy()
  }
}

/**
 * Removes an object. Ignores a failure, because the caller throws the original error and the sweep removes the object
 * later.
 */
async function removeObject(scope: OrganizationScope, { disk }: MediaStorage, id: Uuid): Promise<void> {
  await disk.delete(mediaKey(scope.organizationId, id, 'file')).catch(() => undefined)
}
