import { priorities } from '@tocsin/contract/priorities.ts'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import { isInvalidParameter } from '../database/sql-state.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { canonicalTimeZone, unknownTimeZone } from '../time-zone.ts'
import {
  countByStateAndPriority,
  countDays,
  findBusiestLocations,
  findOldestUnassigned,
  findOpenStates,
} from './queries.ts'

const days = 30
const listLength = 10

/**
 * Reads the overview of an organization. The result may be up to 3 seconds old.
 * @param timeZone IANA name of the time zone in which days begin and end.
 * @throws Problem `invalid_request` for an unknown time zone.
 */
export function readOverview(scope: OrganizationScope, timeZone: string): Promise<Overview> {
  const canonical = canonicalTimeZone(timeZone)
  if (!canonical) throw unknownParameter(timeZone)
  return scope.service.overviews.get(`${scope.organizationId}/${canonical}`, () => compute(scope, timeZone))
}

async function compute(scope: OrganizationScope, timeZone: string): Promise<Overview> {
  const states = await findOpenStates(scope)
  const stateIds = states.map(({ id }) => id)
  const counts = await countByStateAndPriority(scope, stateIds)
  const countOf = (matches: (row: (typeof counts)[number]) => boolean): number =>
    counts.filter(matches).reduce((sum, { count }) => sum + count, 0)
  return {
    openCount: countOf(() => true),
    openByPriority: priorities
      .toReversed()
      .map((priority) => ({ priority, count: countOf((row) => row.priority === priority) })),
    openByState: states.map(({ id, name }) => ({
      stateId: id,
      name,
      count: countOf((row) => row.stateId === id),
    })),
    days: await countDaysIn(scope, timeZone),
    busiestLocations: await findBusiestLocations(scope, stateIds, listLength),
    oldestUnassigned: await findOldestUnassigned(scope, stateIds, listLength),
  }
}

async function countDaysIn(scope: OrganizationScope, timeZone: string): Promise<Overview['days']> {
  try {
    return await countDays(scope, timeZone, days)
  } catch (error) {
    // PostgreSQL may lack a time zone that Node knows, because PostgreSQL's list of time zones may be older.
    if (isInvalidParameter(error)) throw unknownParameter(timeZone)
    throw error
  }
}

const unknownParameter = (timeZone: string): Problem =>
  new Problem('invalid_request', { violations: [{ parameter: 'timeZone', ...unknownTimeZone(timeZone) }] })
