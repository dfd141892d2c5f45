import type { Overview } from '@tocsin/contract/console/overview.ts'

export interface DayScale {
  /** Difference between two lines. */
  step: number
  /** Numbers of steps above and below the base line. */
  up: number
  down: number
}

/** Maximum number of steps in one half; more lines would be too close to each other. */
const mostSteps = 3

/**
 * Returns the scale of the chart, shared by both halves. Steps are round integers, and large enough that one or two
 * incidents do not fill the chart.
 */
export function dayScale(days: Overview['days']): DayScale {
  const mostCreated = Math.max(...days.map(({ created }) => created))
  const mostClosed = Math.max(...days.map(({ closed }) => closed))
  const step = roundStep(Math.max(mostCreated, mostClosed) / mostSteps)
  const stepsTo = (most: number) => Math.max(Math.ceil(most / step), 1)
  return { step, up: stepsTo(mostCreated), down: stepsTo(mostClosed) }
}

/** Returns the smallest of 2, 5, 10, 20, 50 … that is at least `least`. */
function roundStep(least: number): number {
  for (let power = 1; ; power *= 10) {
    const found = [2, 5, 10].find((step) => step * power >= least)
    if (found) return found * power
  }
}

/** Returns the numbers at the lines from top to bottom. Both halves count from the base line. */
export const linesOf = ({ step, up, down }: DayScale): number[] =>
  Array.from({ length: up + down + 1 }, (_, index) => Math.abs(up - index) * step)
