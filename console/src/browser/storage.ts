interface Place {
  // Storage is a function, because even reading `window.localStorage` throws in browsers that block storage.
  storage: () => Storage
  /** JSON texts that the browser has not stored, because its storage is blocked or full. A reload loses them. */
  unstored: Map<string, string>
}

const tab: Place = { storage: () => sessionStorage, unstored: new Map() }
const browser: Place = { storage: () => localStorage, unstored: new Map() }

/** Stores a JSON value for this browser tab. The value survives a reload. Storing undefined deletes the value. */
export const storeInTab = (name: string, value: unknown): void => store(tab, name, value)

/** Returns the value stored for this browser tab; undefined if no value is stored or the value cannot be read. */
export const readFromTab = (name: string): unknown => read(tab, name)

/**
 * Stores a JSON value for all tabs. The value survives a restart of the browser. Storing undefined deletes the value.
 */
export const storeInBrowser = (name: string, value: unknown): void => store(browser, name, value)

/** Returns the value stored in this browser; undefined if no value is stored or the value cannot be read. */
export const readFromBrowser = (name: string): unknown => read(browser, name)

function store({ storage, unstored }: Place, name: string, value: unknown): void {
  unstored.delete(name)
  try {
    if (value === undefined) storage().removeItem(name)
    else storage().setItem(name, JSON.stringify(value))
  } catch {
    if (value !== undefined) unstored.set(name, JSON.stringify(value))
  }
}

function read({ storage, unstored }: Place, name: string): unknown {
  try {
    return JSON.parse(unstored.get(name) ?? storage().getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
