import type { WaitingEndpoint } from './lease-queries.ts'

/** Maximum number of endpoints to which a process delivers at the same time. */
const activeMaximum = 100
/** Maximum number of endpoints of one organization to which a process delivers at the same time. */
const activePerOrganization = 10
/**
 * Maximum number of slots of one organization for failing endpoints. Without this maximum, receivers that do not answer
 * would occupy slots for long, and delay the webhooks of all other endpoints.
 */
const failingPerOrganization = 5
/** Time after which an endpoint gives up its slot if another endpoint waits for it. */
const slotMs = 10_000

type Slot = Pick<WaitingEndpoint, 'organizationId' | 'isFailing'>

/**
 * Finds the occupied slots for which an endpoint waits. The endpoint gets a slot once one of them is free.
 * @param active all occupied slots of this process.
 * @returns an empty list if a slot is free for the endpoint.
 */
export function findAwaitedSlots<Active extends Slot>({ organizationId, isFailing }: Slot, active: Active[]): Active[] {
  if (active.length >= activeMaximum) return active
  const ofOrganization = active.filter((one) => one.organizationId === organizationId)
  if (ofOrganization.length >= activePerOrganization) return ofOrganization
  const failing = ofOrganization.filter((one) => one.isFailing)
  return isFailing && failing.length >= failingPerOrganization ? failing : []
}

/** Returns true if an endpoint has had its slot for `slotMs`, and must give up the slot to a waiting endpoint. */
export const isSlotOver = (startedAtMs: number): boolean => performance.now() - startedAtMs >= slotMs

/** Query that looked for endpoints with undelivered events. */
export interface Poll {
  /** Duration of the query. */
  pollMs: number
  isSlotAwaited: boolean
}

const pauseMs = { whileAwaited: 100, minimum: 1_000, maximum: 10_000 }
/**
 * Ratio of a pause to the duration of the query before it. A slow query over many endpoints therefore runs less often.
 */
const pausePerPoll = 10

/**
 * Returns the time until the next query that looks for endpoints with undelivered events, in milliseconds. This time is
 * shorter while an endpoint waits for a slot, because most deliveries end within a fraction of a second.
 */
export function pauseAfter({ pollMs, isSlotAwaited }: Poll): number {
  const wantedMs = Math.max(pausePerPoll * pollMs, isSlotAwaited ? pauseMs.whileAwaited : pauseMs.minimum)
  return Math.min(wantedMs, pauseMs.maximum)
}
