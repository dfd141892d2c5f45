/** Stores a JSON value for this browser tab. The value survives a reload. Storing undefined deletes the value. */
export const storeInTab = (name: string, value: unknown): void => store(() => sessionStorage, name, value)

/** Returns the value stored for this browser tab; undefined if no value is stored or the value cannot be read. */
export const readFromTab = (name: string): unknown => read(() => sessionStorage, name)

/**
 * Stores a JSON value for all tabs. The value survives a restart of the browser. Storing undefined deletes the value.
 */
export const storeInBrowser = (name: string, value: unknown): void => store(() => localStorage, name, value)

/** Returns the value stored in this browser; undefined if no value is stored or the value cannot be read. */
export const readFromBrowser = (name: string): unknown => read(() => localStorage, name)

// Storage is passed as a function, because even reading `window.localStorage` throws in browsers that block storage.
type StorageOf = () => Storage

function store(storageOf: StorageOf, name: string, value: unknown): void {
  try {
    if (value === undefined) storageOf().removeItem(name)
    else storageOf().setItem(name, JSON.stringify(value))
  } catch {
    // Ignore the error: storage is blocked or full, and the page works without storage.
  }
}

function read(storageOf: StorageOf, name: string): unknown {
  try {
    return JSON.parse(storageOf().getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
