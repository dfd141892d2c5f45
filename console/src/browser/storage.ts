/** Stores a JSON value for this tab; it survives a reload. Undefined deletes the value. */
export const storeInTab = (name: string, value: unknown): void => store(() => sessionStorage, name, value)

/** Returns the value stored for this tab; undefined if there is none or it cannot be read. */
export const readFromTab = (name: string): unknown => read(() => sessionStorage, name)

/** Stores a JSON value for all tabs; it survives a restart of the browser. Undefined deletes the value. */
export const storeInBrowser = (name: string, value: unknown): void => store(() => localStorage, name, value)

/** Returns the value stored in this browser; undefined if there is none or it cannot be read. */
export const readFromBrowser = (name: string): unknown => read(() => localStorage, name)

// A function, because reading `localStorage` throws in browsers that block storage.
type StorageOf = () => Storage

function store(storageOf: StorageOf, name: string, value: unknown): void {
  try {
    if (value === undefined) storageOf().removeItem(name)
    else storageOf().setItem(name, JSON.stringify(value))
  } catch {
    // Storage is blocked or full. The page works without it.
  }
}

function read(storageOf: StorageOf, name: string): unknown {
  try {
    return JSON.parse(storageOf().getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
