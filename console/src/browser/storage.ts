/** Keeps a value for this tab, also when it is loaded again; undefined is forgotten. */
export const storeInTab = (name: string, value: unknown): void => keep(() => sessionStorage, name, value)

/** What this tab keeps; undefined where there is nothing that can be read. */
export const readFromTab = (name: string): unknown => read(() => sessionStorage, name)

/** As `storeInTab`, for all tabs and for the next time too. */
export const storeInBrowser = (name: string, value: unknown): void => keep(() => localStorage, name, value)

/** What this browser keeps; undefined where there is nothing that can be read. */
export const readFromBrowser = (name: string): unknown => read(() => localStorage, name)

// Where a browser keeps nothing, to ask for the storage fails already.
type StorageOf = () => Storage

function keep(storageOf: StorageOf, name: string, value: unknown): void {
  try {
    if (value === undefined) storageOf().removeItem(name)
    else storageOf().setItem(name, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing, or has no room: the page works all the same.
  }
}

function read(storageOf: StorageOf, name: string): unknown {
  try {
    return JSON.parse(storageOf().getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
