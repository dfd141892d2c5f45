import type { Uuid } from '@tocsin/contract/scalars.ts'
import { v7 as uuidv7 } from 'uuid'

/**
 * Makes the id of a new row.
 * @returns a UUID of version 7 (RFC 9562, section 6.2, method 1), above every id that this process made before, even within
 *   a millisecond or after the clock was set back. Rows of one process therefore sort in the order of their creation.
 */
export const newId = (): Uuid => uuidv7()
