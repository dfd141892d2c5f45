import { randomFillSync } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { v7 as uuidv7 } from 'uuid'

const idBytes = 16
/** Asked of the system for one id at a time, random bytes would cost more than all else about it. */
const random = new Uint8Array(256 * idBytes)
let used = random.length

const last = { msecs: 0, seq: 0 }

/**
 * Names what is made now.
 * @returns a UUID of version 7 (RFC 9562, 6.2, method 1), above every one that this process returned before, even within a
 *   millisecond or when the clock is put back: what it makes stands in the order in which it was made.
 */
export function newId(): Uuid {
  const bytes = nextRandom()
  const nowMs = Date.now()
  last.seq++
  if (nowMs > last.msecs) {
    last.msecs = nowMs
    // 31 of its 32 bits: there is room to count on.
    last.seq = ((bytes[0]! & 0x7f) << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!
  }
  return uuidv7({ ...last, random: bytes })
}

/** Each byte is given out once. */
function nextRandom(): Uint8Array {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  return random.subarray(used, (used += idBytes))
}
