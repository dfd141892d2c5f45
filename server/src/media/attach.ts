import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Media } from '@tocsin/contract/media.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { v7 as uuidv7 } from 'uuid'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { tellContentType } from './content-type.ts'
import { cleanFileName } from './file-name.ts'
import { appendMediaId, findSubject, insertMedia, toMedia, type MediaSubject } from './queries.ts'
import { receiveFile, type ReceivedFile } from './receive.ts'
import { mediaKey, type MediaStorage } from './storage.ts'
import { subjectNotFound } from './subject-not-found.ts'
import { makeThumbnail } from './thumbnail.ts'

export interface NewFile {
  /** As its owner calls it; a path is cut to its last part. */
  fileName: string | undefined
  /** The bytes; read to the end or destroyed. */
  stream: Readable
}

interface ExaminedFile extends ReceivedFile {
  id: Uuid
  fileName: string
  contentType: string
  thumbnail: Buffer | undefined
}

/**
 * Attaches a file to an Incident or a Comment. Whatever fails leaves nothing behind: no row, no object, no file; what a
 * killed process leaves, or a commit whose outcome nobody knows, is removed by the sweep.
 * @param scope outside of a transaction: the file is stored before anything is locked.
 * @returns the Media, committed; its type is told from the content.
 * @throws Problem `incident_not_found` or `comment_not_found` (before the stream is read), `file_too_large`,
 *   `file_missing` for an empty file without a name; whatever the stream or the storage fails with.
 */
export async function attachMedia(
  scope: OrganizationScope,
  storage: MediaStorage,
  subject: MediaSubject,
  { fileName, stream }: NewFile,
): Promise<Media> {
  const id = uuidv7()
  const path = join(storage.uploadFolder, id)
  // One that fails before it is read from fails the reading; unheard, it would end the process.
  stream.on('error', () => undefined)
  try {
    if (!(await findSubject(scope, subject))) throw subjectNotFound(subject)
    const received = await receiveFile(path, stream, storage.fileMaximumBytes)
    // What a form sends whose file nobody has chosen.
    if (received.sizeBytes === 0 && !fileName) throw new Problem('file_missing', { detail: 'No file was chosen.' })
    const contentType = await tellContentType(path, received.sizeBytes)
    const thumbnail = await makeThumbnail(path, contentType)
    return await keep(scope, storage, subject, {
      ...received,
      id,
      fileName: cleanFileName(fileName),
      contentType,
      thumbnail,
    })
  } finally {
    stream.destroy()
    await rm(path, { force: true })
  }
}

/** Stores the objects first and commits last, so that a row always has its object. */
async function keep(
  scope: OrganizationScope,
  storage: MediaStorage,
  subject: MediaSubject,
  file: ExaminedFile,
): Promise<Media> {
  let isCommitting = false
  try {
    await storeObjects(scope, storage, file)
    return await scope.transaction(async (inner) => {
      const media = await insertAttached(inner, subject, file)
      isCommitting = true
      return media
    })
  } catch (error) {
    // When a commit breaks off nobody knows its outcome; only the sweep may decide, when it is certain.
    if (!isCommitting) await removeObjects(scope, storage, file.id)
    throw error
  }
}

async function storeObjects(scope: OrganizationScope, { disk }: MediaStorage, file: ExaminedFile): Promise<void> {
  const stream = createReadStream(file.path)
  try {
    await disk.putStream(mediaKey(scope.organizationId, file.id, 'file'), stream, {
      contentType: file.contentType,
      contentLength: file.sizeBytes,
      contentDisposition: 'attachment',
      // The store refuses bytes that are not those which arrived.
      ChecksumSHA256: file.sha256.toString('base64'),
    })
  } finally {
    stream.destroy()
  }
  if (!file.thumbnail) return
  await disk.put(mediaKey(scope.organizationId, file.id, 'thumbnail'), file.thumbnail, { contentType: 'image/webp' })
}

async function insertAttached(scope: OrganizationScope, subject: MediaSubject, file: ExaminedFile): Promise<Media> {
  const attachedTo = await appendMediaId(scope, subject, file.id)
  if (!attachedTo) throw subjectNotFound(subject)

  const isIncident = 'incidentId' in subject
  const row = await insertMedia(scope, {
    id: file.id,
    incident_id: isIncident ? attachedTo.id : null,
    comment_id: isIncident ? null : attachedTo.id,
    file_name: file.fileName,
    content_type: file.contentType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    has_thumbnail: file.thumbnail !== undefined,
  })
  const { id: mediaId, fileName, contentType, sizeBytes, sha256 } = toMedia(row)
  await recordEvent(scope, {
    kind: 'media_attached',
    subjectKind: isIncident ? 'incident' : 'comment',
    subjectId: attachedTo.id,
    changes: { mediaId, fileName, contentType, sizeBytes, sha256 },
  })
  return toMedia(row)
}

/** The failure that led here is the one to tell; what cannot be removed now is left to the sweep. */
async function removeObjects(scope: OrganizationScope, { disk }: MediaStorage, id: Uuid): Promise<void> {
  await Promise.allSettled([
    disk.delete(mediaKey(scope.organizationId, id, 'file')),
    disk.delete(mediaKey(scope.organizationId, id, 'thumbnail')),
  ])
}
