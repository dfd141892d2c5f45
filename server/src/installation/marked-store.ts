import { join } from 'node:path'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Disk } from 'flydrive'
import { replaceFile } from '../disk/replace-file.ts'
import type { Environment } from '../environment.ts'
import { DiskDriver } from '../media/storage/disk-driver.ts'
import { openStore } from '../media/storage/storage.ts'

/** Mark of an installation. The database and the media store each have a mark, to show that they belong together. */
export interface Mark {
  id: Uuid
  /** Number of starts of servers with this database or this store. */
  starts: number
}

/** Media store with the mark that it had when it was read. */
export interface MarkedStore {
  environment: Environment
  disk: Disk
  /** Undefined in a new store, in the store of an earlier version, and after a failure. */
  mark: Mark | undefined
  /** Error with which reading the mark failed. */
  failure: Error | undefined
}

/** Name of the mark below the folder of the files, or its key in the bucket. */
const markName = 'tocsin-installation.json'

/** Timeout of a connection attempt to S3, and of each wait for a byte. It is short, because a start waits for S3. */
const storeTimeoutMs = 5_000

/**
 * Opens the media store and reads its mark, without changing the store. Call this function before you read the mark in
 * the database. Each start raises the number in the database before the number in the store. So a number read from the
 * store is never higher than the number that is then read from its database, even while other servers start.
 */
export async function readMarkedStore(environment: Environment): Promise<MarkedStore> {
  const disk = await openStore(environment, storeTimeoutMs)
  try {
    return { environment, disk, mark: await readMark(disk), failure: undefined }
  } catch (error) {
    // The error of the file system says more than the one that the storage library makes of it.
    const failure = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    // A file in place of a folder has no mark. The next step that needs the folder reports it.
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

/** Replaces the mark of the store. A crash leaves the old mark or the new one. */
export async function writeMark({ disk }: MarkedStore, { id, starts }: Mark): Promise<void> {
  const text = `${JSON.stringify({ id, starts })}\n`
  const { driver } = disk
  if (driver instanceof DiskDriver) await replaceFile(join(driver.folder, markName), text)
  else await disk.put(markName, text, { contentType: 'application/json' })
}

/** Names the store in a message for the operator. */
export const nameStore = ({ environment: { MEDIA_STORAGE, S3_BUCKET, DATA_DIR } }: MarkedStore): string =>
  MEDIA_STORAGE === 's3' ? `the bucket ${S3_BUCKET}` : `the folder ${join(DATA_DIR, 'media')}`
