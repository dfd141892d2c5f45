import type { Uuid } from '@tocsin/contract/scalars.ts'

/** Names of states, types, users and so on, keyed by their id. An id is absent until its name is loaded. */
export type Names = ReadonlyMap<Uuid, string>
