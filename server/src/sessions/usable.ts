import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { findUsableSessionIds } from './usable-queries.ts'

/** Of some sessions of the Organization, those that may still be used. */
export const usableSessions = async (scope: OrganizationScope, ids: Iterable<Uuid>): Promise<Set<Uuid>> =>
  new Set((await findUsableSessionIds(scope, [...new Set(ids)])).map(({ id }) => id))
