const keys = new WeakMap<File, number>()
let lastKey = 0

/** Returns a unique React key for a file. Two photos can share their name, size and time. */
export function fileKey(file: File): number {
  const key = keys.get(file) ?? (lastKey += 1)
  keys.set(file, key)
  return key
}
