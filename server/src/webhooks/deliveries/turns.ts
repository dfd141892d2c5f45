import type { WaitingEndpoint } from './lease-queries.ts'

/** Maximum number of endpoints to which a process delivers at the same time. */
const activeMaximum = 100
/** Maximum number of endpoints of one organization to which a process delivers at the same time. */
const activePerOrganization = 10
/**
 * Maximum number of failing endpoints among those of one organization. An attempt to a receiver that does not answer
 * lasts long, so without this maximum such receivers would delay the webhooks of all other endpoints.
 */
const failingPerOrganization = 5
/** Time after which deliveries to an endpoint end if they are in the way of another endpoint. */
const turnMs = 10_000

type Turn = Pick<WaitingEndpoint, 'organizationId' | 'isFailing'>

/**
 * Finds the deliveries in progress that leave no room for deliveries to another endpoint.
 * @param active all deliveries in progress of this process.
 * @returns the deliveries, one of which must end first; an empty list if there is room.
 */
export function inTheWayOf<Active extends Turn>({ organizationId, isFailing }: Turn, active: Active[]): Active[] {
  if (active.length >= activeMaximum) return active
  const ofOrganization = active.filter((one) => one.organizationId === organizationId)
  if (ofOrganization.length >= activePerOrganization) return ofOrganization
  const failing = ofOrganization.filter((one) => one.isFailing)
  return isFailing && failing.length >= failingPerOrganization ? failing : []
}

/** Returns true if deliveries have lasted so long that they must end when they are in the way of another endpoint. */
export const isTurnOver = (startedAtMs: number): boolean => performance.now() - startedAtMs >= turnMs

/** Query that looked for endpoints with undelivered events. */
export interface Poll {
  /** Duration of the query. */
  pollMs: number
  /** False if an endpoint has to wait until other deliveries end. */
  hasRoom: boolean
}

const pauseMs = { withoutRoom: 100, minimum: 1_000, maximum: 10_000 }
/** Ratio of a pause to the duration of the query before it. So a slow query over many endpoints runs less often. */
const pausePerPoll = 10

/**
 * Returns the time until the next query that looks for endpoints with undelivered events, in milliseconds. It is shorter
 * while an endpoint waits, because most deliveries end within a fraction of a second.
 */
export function pauseAfter({ pollMs, hasRoom }: Poll): number {
  const wantedMs = Math.max(pausePerPoll * pollMs, hasRoom ? pauseMs.minimum : pauseMs.withoutRoom)
  return Math.min(wantedMs, pauseMs.maximum)
}
