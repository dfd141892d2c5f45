import { join } from 'node:path'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Disk } from 'flydrive'
import { replaceFile } from '../disk/replace-file.ts'
import type { Environment } from '../environment.ts'
import { DiskDriver } from '../media/storage/disk-driver.ts'
import { originalErrorOf } from '../media/storage/original-error.ts'
import { openStore } from '../media/storage/storage.ts'

/** Mark of an installation. The database and the media store each have a mark, to show that they belong together. */
export interface Mark {
  id: Uuid
  /** Number of times that a server was started with this database or media store. */
  starts: number
}

/** Media store, with the mark that was read from it. */
export interface MarkedStore {
  environment: Environment
  disk: Disk
  /**
   * Undefined if the mark could not be read or the store has none: the store is new, or only earlier versions of the
   * server, which wrote no marks, have used it.
   */
  mark: Mark | undefined
  /** Error that prevented the mark from being read; undefined if there was none. */
  failure: Error | undefined
}

/** Name of the file that contains the mark: a file in the media folder, or an object in the S3 bucket. */
const markName = 'tocsin-installation.json'

/** Timeout of a connection attempt to S3, and of each wait for a byte. It is short, because a start waits for S3. */
const storeTimeoutMs = 5_000

/**
 * Opens the media store and reads its mark, without changing the store. Call this function before you read the mark in
 * the database. Each start of a server raises the number of starts in the database first, and then in the store. So the
 * number that was read from the store is never higher than the number in the database, even while other servers start.
 */
export async function readMarkedStore(environment: Environment): Promise<MarkedStore> {
  const disk = await openStore(environment, storeTimeoutMs)
  try {
    return { environment, disk, mark: await readMark(disk), failure: undefined }
  } catch (error) {
    const failure: NodeJS.ErrnoException = originalErrorOf(error)
    // If a file is at the path of the media folder, the store counts as a store without a mark. The next step that
    // needs the folder then fails.
    return { environment, disk, mark: undefined, failure: failure.code === 'ENOTDIR' ? undefined : failure }
  }
}

async function readMark(disk: Disk): Promise<Mark | undefined> {
  if (!(await disk.exists(markName))) return undefined
  const { id, starts } = JSON.parse(await disk.get(markName)) as Partial<Mark>
  if (typeof id !== 'string' || typeof starts !== 'number')
    throw new Error(`${markName} has no id and number of starts`)
  return { id, starts }
}

/**
 * Replaces the mark of the store. If the server crashes during the write, the store has either the old mark or the new
 * mark.
 */
export async function writeMark({ disk }: MarkedStore, { id, starts }: Mark): Promise<void> {
  const text = `${JSON.stringify({ id, starts })}\n`
  const { driver } = disk
  if (driver instanceof DiskDriver) await replaceFile(join(driver.folder, markName), text)
  else await disk.put(markName, text, { contentType: 'application/json' })
}

/** Returns a name for the media store, for messages to the operator. */
export const nameStore = ({ environment: { MEDIA_STORAGE, S3_BUCKET, DATA_DIR } }: MarkedStore): string =>
  MEDIA_STORAGE === 's3' ? `the bucket ${S3_BUCKET}` : `the folder ${join(DATA_DIR, 'media')}`
