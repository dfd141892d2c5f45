import { randomFillSync } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { v7 as uuidv7 } from 'uuid'

const idBytes = 16
/** Buffers random bytes of 256 ids, because asking the system for each id would dominate its cost. */
const random = new Uint8Array(256 * idBytes)
let used = random.length

const last = { msecs: 0, seq: 0 }

/**
 * Makes a new id.
 * @returns a UUID of version 7 (RFC 9562, 6.2, method 1), greater than every earlier one of this process, even within a
 *   millisecond or after the clock was set back. Sorting by id therefore sorts by creation.
 */
export function newId(): Uuid {
  const bytes = nextRandom()
  const nowMs = Date.now()
  last.seq++
  if (nowMs > last.msecs) {
    last.msecs = nowMs
    // Use 31 of 32 bits, which leaves room for counting up.
    last.seq = ((bytes[0]! & 0x7f) << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!
  }
  return uuidv7({ ...last, random: bytes })
}

/** Returns unused random bytes. */
function nextRandom(): Uint8Array {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  return random.subarray(used, (used += idBytes))
}
