const namesOfFullStores: unknown[] = ['QuotaExceededError', 'ENOSPC', 'EDQUOT']

/** Returns true if an operation of a store failed because the disk or the storage of the browser is full. */
export function isFull(error: unknown): boolean {
  const { name, code } = error as Error & { code?: unknown }
  return namesOfFullStores.includes(name) || namesOfFullStores.includes(code)
}
