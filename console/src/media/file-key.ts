const keys = new WeakMap<File, number>()
let lastKey = 0

/**
 * Returns a unique React key for a file. Name, size and time are not enough, because two photos can share all three.
 */
export function fileKey(file: File): number {
  const key = keys.get(file) ?? (lastKey += 1)
  keys.set(file, key)
  return key
}
