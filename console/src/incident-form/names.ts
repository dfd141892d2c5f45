import type { Uuid } from '@tocsin/contract/scalars.ts'

/** Names by id. An id is missing until its name is loaded. */
export type Names = ReadonlyMap<Uuid, string>
