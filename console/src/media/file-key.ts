const keys = new WeakMap<File, number>()
let lastKey = 0

/** Tells files of a list apart: two photos can have one name, one size and one second. */
export function fileKey(file: File): number {
  const key = keys.get(file) ?? (lastKey += 1)
  keys.set(file, key)
  return key
}
