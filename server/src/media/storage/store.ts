import { createReadStream } from 'node:fs'
import type { Media } from '@tocsin/contract/api/media.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { ExaminedFile } from '../upload/examine.ts'
import { appendMediaId, insertMedia, toMedia, type MediaSubject } from '../queries.ts'
import { mediaKey, type MediaStorage } from './storage.ts'
import { storing } from './storing.ts'
import { subjectNotFound } from '../subject-not-found.ts'

/**
 * Stores the objects of files first and commits last, so that a row always has its object. A failure leaves nothing
 * behind; what a killed process leaves, or a commit with an unknown outcome, is removed by the sweep.
 * @param scope outside of a transaction, so that nothing is locked while bytes are on their way. Only the demo runs it
 *   inside a transaction, because it is made whole or not at all. If the demo fails, the sweep removes the objects it
 *   has stored; it finishes long before the sweep would take an object without a committed row for an orphan.
 * @param attachedTo the incident or comment whose row `commit` locks: a burst of uploads takes it one after another, and
 *   holds one connection meanwhile.
 * @param commit runs in the transaction, and attaches the files.
 */
export async function storeFiles<Kept>(
  scope: OrganizationScope,
  storage: MediaStorage,
  files: ExaminedFile[],
  attachedTo: Uuid,
  commit: (inner: OrganizationScope) => Promise<Kept>,
): Promise<Kept> {
  let isCommitting = false
  try {
    for (const file of files) await storing(storeObject(scope, storage, file))
    return await storage.attaching.run(attachedTo, () =>
      scope.transaction(async (inner) => {
        const kept = await commit(inner)
        isCommitting = true
        return kept
      }),
    )
  } catch (error) {
    // The outcome of a commit that breaks off is unknown; only the sweep may decide, later, when it is certain.
    if (!isCommitting) await Promise.all(files.map(({ id }) => removeObject(scope, storage, id)))
    throw error
  }
}

/**
 * Attaches a file whose objects are stored, in the transaction of `storeFiles`.
 * @throws Problem `incident_not_found` or `comment_not_found`; a violation of `media_idempotency_key` when the key is
 *   taken.
 */
export async function attachStored(
  scope: OrganizationScope,
  subject: MediaSubject,
  file: ExaminedFile,
  idempotencyKey: string | null = null,
): Promise<Media> {
  const attachedTo = await appendMediaId(scope, subject, file.id)
  if (!attachedTo) throw subjectNotFound(subject)

  const media = toMedia(await insertMedia(scope, subject, file, idempotencyKey))
  const { id: mediaId, fileName, contentType, sizeBytes, sha256 } = media
  const subjectKind = 'incidentId' in subject ? 'incident' : 'comment'
  await recordEvent(scope, {
    kind: 'media_attached',
    subjectKind,
    subjectId: attachedTo.id,
    changes: { mediaId, fileName, contentType, sizeBytes, sha256 },
  })
  return media
}

async function storeObject(scope: OrganizationScope, { disk }: MediaStorage, file: ExaminedFile): Promise<void> {
  const stream = createReadStream(file.path)
  try {
    await disk.putStream(mediaKey(scope.organizationId, file.id, 'file'), stream, {
      contentType: file.contentType,
      contentLength: file.sizeBytes,
      contentDisposition: 'attachment',
      // The store refuses bytes that differ from those that arrived.
      ChecksumSHA256: file.sha256.toString('base64'),
    })
  } finally {
    stream.destroy()
  }
}

/** The failure that led here is the one to report; what cannot be removed now is left to the sweep. */
async function removeObject(scope: OrganizationScope, { disk }: MediaStorage, id: Uuid): Promise<void> {
  await disk.delete(mediaKey(scope.organizationId, id, 'file')).catch(() => undefined)
}
