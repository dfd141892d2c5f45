/** Keeps a value for this tab, also when it is loaded again; undefined is forgotten. */
export function keepInTab(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing, or has no room: the page works all the same.
  }
}

/** What this tab keeps; undefined where there is nothing that can be read. */
export function readFromTab(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
