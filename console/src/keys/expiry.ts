import type { Instant } from '@tocsin/contract/scalars.ts'
import { endOf } from '../texts/day.ts'

/** Choices for the expiry of an API key: a number of days from now, a chosen last day, or never. */
export const expiryChoices = ['30', '90', '365', 'date', 'never'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

/** Expiry of an API key as entered in the form. */
export interface Expiry {
  choice: ExpiryChoice
  /** Value of `<input type="date">`; used only for the choice `date`. */
  lastDay: string
}

const dayMs = 86_400_000

/**
 * Converts the entered expiry of an API key into an instant. A last day ends at midnight in the console's time zone.
 * @returns the instant; null for never; undefined if the last day is missing, invalid or in the past.
 */
export function expiresAtOf({ choice, lastDay }: Expiry, nowMs: number): Instant | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'date') return new Date(nowMs + Number(choice) * dayMs).toISOString()
  const end = endOf(lastDay)
  return end !== undefined && Date.parse(end) > nowMs ? end : undefined
}
