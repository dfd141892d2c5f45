import type { Instant } from '@tocsin/contract/scalars.ts'
import { endOf } from '../texts/day.ts'

/** What the form offers: days from now, a last day, or for ever. */
export const expiryChoices = ['30', '90', '365', 'date', 'never'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

/** As `ExpiryChoice` is entered. */
export interface Expiry {
  choice: ExpiryChoice
  /** As `<input type="date">` has it; read only where the choice is `date`. */
  lastDay: string
}

const dayMs = 86_400_000

/**
 * The instant that is meant.
 * @returns null for never; undefined where no day is chosen, or one that is over. A last day counts to its end, by the
 *   clock of whoever chooses it.
 */
export function expiresAtOf({ choice, lastDay }: Expiry, nowMs: number): Instant | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'date') return new Date(nowMs + Number(choice) * dayMs).toISOString()
  const end = endOf(lastDay)
  return end !== undefined && Date.parse(end) > nowMs ? end : undefined
}
