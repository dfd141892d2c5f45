/** The browser's database is held by a page that does not let go of it: an old tab, or one that is being deleted. */
export class StoreBlockedError extends Error {
  override readonly name = 'StoreBlockedError'

  constructor(name: string) {
    super(
      `Another tab keeps the database ${name} from being opened: close the other tabs of this site, or reload them.`,
    )
  }
}

export interface OpenOptions {
  /** Called once when opening has to wait for another tab. */
  onBlocked?: () => void
  /** Time to wait for the other tab; 30 seconds unless given. */
  blockedMaximumMs?: number
}

// An open that queues behind another tab's blocked request gets no event itself.
const quietMaximumMs = 2_000

/**
 * Opens the database, and makes it where there is none.
 * @param onClosed is called when the connection was closed, by the browser or for another version of the database.
 * @throws StoreBlockedError; whatever the browser fails with.
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
      // Nobody takes it any more, and it would block others.
      if (!isWaiting) return opening.result.close()
      letGo(opening.result, onClosed)
      resolve(opening.result)
    })
  })
}

function makeStores(database: IDBDatabase): void {
  // Their keys are their order.
  const entries = database.createObjectStore('entries', { autoIncrement: true })
  entries.createIndex('id', 'id', { unique: true })
  // Apart, so that to look through the queue is not to read every photo. The key is the id of the entry.
  database.createObjectStore('files')
  database.createObjectStore('cache')
}

function letGo(database: IDBDatabase, onClosed: () => void): void {
  database.addEventListener('close', onClosed)
  // A later version of this package may want to change the database; this page must not hold it up.
  database.addEventListener('versionchange', () => {
    database.close()
    onClosed()
  })
}
