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
  /** File name as the client sent it. The receiver cleans the name. */
  fileName: string | undefined
  /** Contents of the file. The receiver reads the stream to its end or destroys it. */
  stream: Readable
}

/** Complete file in the upload folder, with its detected content type. `discardFile` removes it from the folder. */
export interface ReceivedFile extends WrittenFile {
  id: Uuid
  fileName: string
  contentType: string
}

/**
 * Writes an incoming file to the upload folder and detects its content type. After a failure, removes the file.
 * @returns the received file. The caller must call `discardFile` when the file is not needed anymore.
 * @throws Problem `file_too_large`, Problem `file_missing` for an empty file without a name, or any error of the
 *   stream.
 */
export async function receiveFile(storage: MediaStorage, { fileName, stream }: IncomingFile): Promise<ReceivedFile> {
  const id = newId()
  const path = join(storage.uploadFolder, id)
  try {
    const written = await writeToDisk(path, stream, storage.fileMaximumBytes)
    // Detect a form that was sent without a chosen file: the browser then sends an empty file without a name.
    if (written.sizeBytes === 0 && !fileName) throw new Problem('file_missing', { detail: 'No file was chosen.' })
    const contentType = await detectContentType(path, written.sizeBytes)
    return { ...written, id, fileName: cleanFileName(fileName), contentType }
  } catch (error) {
    // Throw the original error even if removing the file fails. The sweep removes the file later.
    await discardFile({ path }).catch(() => undefined)
    throw error
  } finally {
    stream.destroy()
  }
}

/** Removes a file from the upload folder. The copy in the storage stays. */
export const discardFile = ({ path }: Pick<ReceivedFile, 'path'>): Promise<void> => rm(path, { force: true })
