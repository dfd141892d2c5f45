import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../../database/new-id.ts'
import { Problem } from '../../problem.ts'
import { detectContentType } from './detect-content-type.ts'
import { cleanFileName } from './file-name.ts'
import { receiveFile, type ReceivedFile } from './receive.ts'
import type { MediaStorage } from '../storage/storage.ts'

export interface NewFile {
  /** As its owner calls it; a path is cut to its last part. */
  fileName: string | undefined
  /** The bytes; read to the end or destroyed. */
  stream: Readable
}

/** A file that is complete and examined; it is in the upload folder until it is dropped. */
export interface ExaminedFile extends ReceivedFile {
  id: Uuid
  fileName: string
  contentType: string
}

/**
 * Receives a file and detects its type from the content. If that fails, nothing is left of it.
 * @returns the file, which the caller must drop.
 * @throws Problem `file_too_large`, `file_missing` for an empty file without a name; whatever the stream fails with.
 */
export async function examineFile(storage: MediaStorage, { fileName, stream }: NewFile): Promise<ExaminedFile> {
  const id = newId()
  const path = join(storage.uploadFolder, id)
  try {
    const received = await receiveFile(path, stream, storage.fileMaximumBytes)
    // What a form sends when no file was chosen.
    if (received.sizeBytes === 0 && !fileName) throw new Problem('file_missing', { detail: 'No file was chosen.' })
    const contentType = await detectContentType(path, received.sizeBytes)
    return { ...received, id, fileName: cleanFileName(fileName), contentType }
  } catch (error) {
    // The failure that led here is the one to report; what cannot be removed now is left to the sweep.
    await dropFile({ path }).catch(() => undefined)
    throw error
  } finally {
    stream.destroy()
  }
}

/** Removes a file from the upload folder, whether or not it has been stored. */
export const dropFile = ({ path }: Pick<ExaminedFile, 'path'>): Promise<void> => rm(path, { force: true })
