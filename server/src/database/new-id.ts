import type { Uuid } from '@tocsin/contract/scalars.ts'
import { v7 as uuidv7 } from 'uuid'

/**
 * Makes the id of a new row.
 * @returns a version 7 UUID (RFC 9562, section 6.2, method 1). Each id is greater than all earlier ids of this process,
 *   even in the same millisecond or after the clock was set back. Rows that one process inserts therefore sort in the
 *   order of their creation.
 */
export const newId = (): Uuid => uuidv7()
