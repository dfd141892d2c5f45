import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../../database/new-id.ts'
import { Problem } from '../../problem.ts'
import { detectContentType } from './detect-content-type.ts'
import { cleanFileName } from './file-name.ts'
import { writeToDisk, type WrittenFile } from './write-to-disk.ts'
import type { MediaStorage } from '../storage/storage.ts'

export interface IncomingFile {
  /** File name as the client sent it; a path is cut to its last part. */
  fileName: string | undefined
  /** Bytes of the file. The receiver reads them to the end or destroys the stream. */
  stream: Readable
}

/** A complete file in the upload folder, with its detected type. It stays there until `discardFile`. */
export interface ReceivedFile extends WrittenFile {
  id: Uuid
  fileName: string
  contentType: string
}

/**
 * Writes an incoming file to the upload folder and detects its type from the content. Removes the file if it fails.
 * @returns the file. The caller must call `discardFile` in the end.
 * @throws Problem `file_too_large`; `file_missing` for an empty file without a name; any error of the stream.
 */
export async function receiveFile(storage: MediaStorage, { fileName, stream }: IncomingFile): Promise<ReceivedFile> {
  const id = newId()
  const path = join(storage.uploadFolder, id)
  try {
    const written = await writeToDisk(path, stream, storage.fileMaximumBytes)
    // A form sends an empty file without a name when no file was chosen.
    if (written.sizeBytes === 0 && !fileName) throw new Problem('file_missing', { detail: 'No file was chosen.' })
    const contentType = await detectContentType(path, written.sizeBytes)
    return { ...written, id, fileName: cleanFileName(fileName), contentType }
  } catch (error) {
    // Report the original error. The sweep removes a file that cannot be removed now.
    await discardFile({ path }).catch(() => undefined)
    throw error
  } finally {
    stream.destroy()
  }
}

/** Removes a file from the upload folder; its stored copy stays. */
export const discardFile = ({ path }: Pick<ReceivedFile, 'path'>): Promise<void> => rm(path, { force: true })
