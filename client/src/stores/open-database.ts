/**
 * Error for a database that cannot be opened, because another page, such as an old tab, has it open or is deleting it.
 */
export class StoreBlockedError extends Error {
  override readonly name = 'StoreBlockedError'

  constructor(name: string) {
    super(
      `Another tab keeps the database ${name} from being opened: close the other tabs of this site, or reload them.`,
    )
  }
}

export interface OpenOptions {
  /** Called once if opening the database has to wait for another tab. */
  onBlocked?: () => void
  /** Milliseconds to wait for a tab that blocks the database; 30 seconds by default. */
  blockedMaximumMs?: number
}

// Time after which `onBlocked` is called even without the event `blocked`. If a request of another tab is already
// blocked, only that request gets the event.
const quietMaximumMs = 2_000

/**
 * Opens the database, and creates it if it does not exist.
 * @param onClosed called when the connection was closed, by the browser or to let another page upgrade the database.
 * @throws StoreBlockedError if another tab blocks the database for too long; errors of the browser.
 */
export function openDatabase(
  name: string,
  { onBlocked, blockedMaximumMs = 30_000 }: OpenOptions,
  onClosed: () => void,
): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.addEventListener('upgradeneeded', () => makeStores(opening.result))
  return new Promise((resolve, reject) => {
    let report = onBlocked
    const reportOnce = () => {
      report?.()
      report = undefined
    }
    let isWaiting = true
    const giveUp = () => {
      isWaiting = false
      reportOnce()
      reject(new StoreBlockedError(name))
    }
    const timers = [setTimeout(reportOnce, quietMaximumMs), setTimeout(giveUp, blockedMaximumMs)]
    const end = () => timers.forEach((timer) => clearTimeout(timer))
    opening.addEventListener('blocked', reportOnce)
    opening.addEventListener('error', () => {
      end()
      reject(opening.error)
    })
    opening.addEventListener('success', () => {
      end()
      // If the promise was already rejected, close the connection, because nobody uses it, and an open connection
      // blocks other pages.
      if (!isWaiting) return opening.result.close()
      letGo(opening.result, onClosed)
      resolve(opening.result)
    })
  })
}

function makeStores(database: IDBDatabase): void {
  // Generated keys ascend, so `getAll` returns the entries in the order in which they were added.
  const entries = database.createObjectStore('entries', { autoIncrement: true })
  entries.createIndex('id', 'id', { unique: true })
  // Files have their own object store, so that listing the queue does not read them. The key of a file is the id of its
  // entry.
  database.createObjectStore('files')
  database.createObjectStore('cache')
}

function letGo(database: IDBDatabase, onClosed: () => void): void {
  database.addEventListener('close', onClosed)
  // Another page asks to upgrade the database, for a later version of this package. Do not block that page.
  database.addEventListener('versionchange', () => {
    database.close()
    onClosed()
  })
}
