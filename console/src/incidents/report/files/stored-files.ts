import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'
import { fileKey, restoreFileKey } from '../../../media/file-key.ts'

/** Files that are not yet attached to the incident of their report. */
export interface UnsentFiles {
  /**
   * The number is absent if an earlier attempt to send the report created the incident, because then only the id is
   * known.
   */
  incident: Pick<IncidentResponse, 'id'> & Partial<Pick<IncidentResponse, 'number'>>
  files: readonly File[]
}

/**
 * Keys of the files of a draft or of an incident, in the order in which the user has chosen them. Each file is an entry
 * of its own, so that a file moves from the draft to the incident without being written again.
 */
interface FileList {
  keys: readonly Uuid[]
  incident?: UnsentFiles['incident']
}

/**
 * Time in milliseconds after which the console goes on without a response from the browser's storage. Safari sometimes
 * never answers.
 */
export const storageMaximumMs = 2_000

// Use IndexedDB, because localStorage stores only texts.
const store = createStore('tocsin-report-files', 'files')
// Reject instead of throwing, because even reading `window.indexedDB` throws in browsers that block storage.
const inStore: UseStore = async (mode, work) => store(mode, work)

const fileEntry = (userId: Uuid, key: Uuid) => [userId, 'file', key]
const draftEntry = (userId: Uuid) => [userId, 'draft']
const incidentEntry = (userId: Uuid, incidentId: Uuid) => [userId, 'incident', incidentId]

/** Returns the files of the user's draft that are stored in this browser; none if they cannot be read. */
export async function readDraftFiles(userId: Uuid): Promise<readonly File[]> {
  try {
    // Read the files in the same transaction, because the next transaction may replace the draft.
    return await inStore('readonly', async (entries) =>
      filesIn(entries, userId, await listAt(entries, draftEntry(userId))),
    )
  } catch {
    return []
  }
}

/**
 * Stores the files of the user's draft in this browser, in place of the files stored before.
 * @returns false if the browser has no room for the files or lets the page store nothing.
 */
export async function storeDraftFiles(userId: Uuid, files: readonly File[]): Promise<boolean> {
  try {
    await changeStore(async (entries) => {
      const before = await listAt(entries, draftEntry(userId))
      const keys = files.map(fileKey)
      for (const file of files.filter((each) => !before.includes(fileKey(each))))
        entries.put(file, fileEntry(userId, fileKey(file)))
      for (const key of before.filter((each) => !keys.includes(each))) entries.delete(fileEntry(userId, key))
      putList(entries, draftEntry(userId), { keys })
    })
    return true
  } catch {
    return false
  }
}

/** Moves the files of the user's draft to the unsent files of the incident that was created from it. */
export const assignFiles = (userId: Uuid, { incident, files }: UnsentFiles): Promise<void> =>
  inTime(
    changeStore(async (entries) => {
      const entry = incidentEntry(userId, incident.id)
      const before = await listAt(entries, entry)
      const { id, number } = incident
      putList(entries, entry, { keys: [...new Set([...before, ...files.map(fileKey)])], incident: { id, number } })
      entries.delete(draftEntry(userId))
    }),
    undefined,
  )

/** Returns the unsent files of the user's reports that are stored in this browser; none if they cannot be read. */
export const readUnsentFiles = (userId: Uuid): Promise<readonly UnsentFiles[]> => inTime(readIncidents(userId), [])

const readIncidents = (userId: Uuid): Promise<readonly UnsentFiles[]> =>
  inStore('readonly', async (entries) => {
    // In a key of IndexedDB, an array is greater than every text. The range therefore contains every incident of the
    // user.
    const range = IDBKeyRange.bound([userId, 'incident'], [userId, 'incident', []])
    const lists = await promisifyRequest<FileList[]>(entries.getAll(range))
    const found = lists.map(async ({ incident, keys }) => ({
      incident: incident!,
      files: await filesIn(entries, userId, keys),
    }))
    return (await Promise.all(found)).filter(({ files }) => files.length > 0)
  })

/** Deletes one unsent file of an incident from the browser's storage. */
export const forgetFile = (userId: Uuid, { id }: UnsentFiles['incident'], file: File): Promise<void> =>
  inTime(
    changeStore(async (entries) => {
      const entry = incidentEntry(userId, id)
      const list = await promisifyRequest<FileList | undefined>(entries.get(entry))
      entries.delete(fileEntry(userId, fileKey(file)))
      if (list) putList(entries, entry, { ...list, keys: list.keys.filter((key) => key !== fileKey(file)) })
    }),
    undefined,
  )

async function filesIn(entries: IDBObjectStore, userId: Uuid, keys: readonly Uuid[]): Promise<readonly File[]> {
  const files = await Promise.all(keys.map((key) => promisifyRequest<unknown>(entries.get(fileEntry(userId, key)))))
  return files.flatMap((file, index) => (file instanceof File ? [restoreFileKey(file, keys[index]!)] : []))
}

const listAt = async (entries: IDBObjectStore, entry: IDBValidKey): Promise<readonly Uuid[]> =>
  (await promisifyRequest<FileList | undefined>(entries.get(entry)))?.keys ?? []

function putList(entries: IDBObjectStore, entry: IDBValidKey, list: FileList): void {
  if (list.keys.length > 0) entries.put(list, entry)
  else entries.delete(entry)
}

/** Changes the store in one transaction. If the change fails, nothing is stored. */
const changeStore = (change: (entries: IDBObjectStore) => Promise<void>): Promise<void> =>
  inStore('readwrite', async (entries) => {
    try {
      await change(entries)
    } catch (error) {
      entries.transaction.abort()
      throw error
    }
    await promisifyRequest(entries.transaction)
  })

/** Returns the outcome of `work`, or `otherwise` if the browser's storage fails or does not answer in time. */
const inTime = <Outcome>(work: Promise<Outcome>, otherwise: Outcome): Promise<Outcome> =>
  Promise.race([
    work.catch(() => otherwise),
    new Promise<Outcome>((resolve) => {
      setTimeout(resolve, storageMaximumMs, otherwise)
    }),
  ])
