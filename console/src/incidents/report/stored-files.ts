import type { Uuid } from '@tocsin/contract/scalars.ts'
import { createStore, del, get, set } from 'idb-keyval'

// IndexedDB, because localStorage stores only texts.
const store = createStore('tocsin-report-files', 'files')

/** Returns the files of the user's draft that are stored in this browser; none if they cannot be read. */
export async function readFiles(userId: Uuid): Promise<readonly File[]> {
  try {
    const files = await get<unknown>(userId, store)
    return Array.isArray(files) ? files.filter((file) => file instanceof File) : []
  } catch {
    return []
  }
}

/**
 * Stores the files of the user's draft in this browser, in place of the files stored before.
 * @returns false if the browser has no room for the files or lets the page store nothing.
 */
export async function storeFiles(userId: Uuid, files: readonly File[]): Promise<boolean> {
  try {
    await (files.length > 0 ? set(userId, [...files], store) : del(userId, store))
    return true
  } catch {
    return false
  }
}
