import type { Instant } from '@tocsin/contract/scalars.ts'
import { endOf } from '../texts/day.ts'

/** Choices of the form: days from now, a last day, or never. */
export const expiryChoices = ['30', '90', '365', 'date', 'never'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

/** Entries of the form. */
export interface Expiry {
  choice: ExpiryChoice
  /** Value of `<input type="date">`; used only for the choice `date`. */
  lastDay: string
}

const dayMs = 86_400_000

/**
 * Turns an entered expiry into an instant.
 * @returns null for never; undefined without a day or for a day in the past. A last day ends in the user's time zone.
 */
export function expiresAtOf({ choice, lastDay }: Expiry, nowMs: number): Instant | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'date') return new Date(nowMs + Number(choice) * dayMs).toISOString()
  const end = endOf(lastDay)
  return end !== undefined && Date.parse(end) > nowMs ? end : undefined
}
