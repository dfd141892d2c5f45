import { createReadStream } from 'node:fs'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { ReceivedFile } from '../upload/receive-file.ts'
import { mediaKey, type MediaStorage } from './storage.ts'
import { unavailableOnFailure } from './unavailable-on-failure.ts'

/**
 * Stores the objects of files first and commits last, so that a row always has its object. A failure removes the objects.
 * The sweep removes those of a killed process or of a commit with an unknown outcome.
 * @param scope outside a transaction, so that nothing is locked during the upload. Only the demo passes a transaction,
 *   because it is created as a whole or not at all. If the demo fails, the sweep removes its objects. The demo finishes
 *   long before the sweep would take an object without a committed row for an orphan.
 * @param attachedTo id of the incident or comment whose row `commit` locks. Uploads to one row commit one after another, so
 *   that a burst occupies one connection.
 * @param commit runs in the transaction and attaches the files.
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
    // An interrupted commit may have succeeded. The sweep removes the objects later if it did not.
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
      // The store rejects bytes that differ from the received ones.
      ChecksumSHA256: file.sha256.toString('base64'),
    })
  } finally {
    stream.destroy()
  }
}

/** Ignores failures: the caller reports the original error, and the sweep removes the rest. */
async function removeObject(scope: OrganizationScope, { disk }: MediaStorage, id: Uuid): Promise<void> {
  await disk.delete(mediaKey(scope.organizationId, id, 'file')).catch(() => undefined)
}
