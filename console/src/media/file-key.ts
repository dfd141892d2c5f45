import type { Uuid } from '@tocsin/contract/scalars.ts'
import { randomUuid } from '../browser/random-uuid.ts'

const keys = new WeakMap<File, Uuid>()

/**
 * Returns the unique key of a file. Name, size and time are not enough, because two photos can share all three. The key
 * is also the Idempotency-Key of all attempts to upload the file, so that the file is attached only once.
 */
export function fileKey(file: File): Uuid {
  const key = keys.get(file) ?? randomUuid()
  keys.set(file, key)
  return key
}

/** Assigns a key to a file that was read from the browser's storage: the key that the file had when it was stored. */
export function restoreFileKey(file: File, key: Uuid): File {
  keys.set(file, key)
  return file
}
