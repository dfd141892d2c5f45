import type { Overview } from '@tocsin/contract/console/overview.ts'

export interface DayScale {
  /** Number of incidents between two adjacent lines of the chart. */
  step: number
  /** Number of steps above the base line, for opened incidents. */
  up: number
  /** Number of steps below the base line, for closed incidents. */
  down: number
}

/** Maximum number of steps above or below the base line. With more steps, the lines would be too close together. */
const mostSteps = 3

/**
 * Returns the scale of the chart that shows opened incidents above the base line and closed incidents below it. All
 * steps of the chart are equal. A step is a round integer, and large enough that one or two incidents do not fill the
 * chart.
 */
export function dayScale(days: Overview['days']): DayScale {
  const mostCreated = Math.max(...days.map(({ created }) => created))
  const mostClosed = Math.max(...days.map(({ closed }) => closed))
  const step = roundStep(Math.max(mostCreated, mostClosed) / mostSteps)
  const stepsTo = (most: number) => Math.max(Math.ceil(most / step), 1)
  return { step, up: stepsTo(mostCreated), down: stepsTo(mostClosed) }
}

/** Returns the smallest number of the series 2, 5, 10, 20, 50 … that is at least `least`. */
function roundStep(least: number): number {
  for (let power = 1; ; power *= 10) {
    const found = [2, 5, 10].find((step) => step * power >= least)
    if (found) return found * power
  }
}

/**
 * Returns the number of incidents that each line of the chart marks, from top to bottom. The base line marks 0, and the
 * numbers rise in both directions.
 */
export const linesOf = ({ step, up, down }: DayScale): number[] =>
  Array.from({ length: up + down + 1 }, (_, index) => Math.abs(up - index) * step)
