import type { Overview } from '@tocsin/contract/console/overview.ts'

export interface DayScale {
  /** Between two of its lines. */
  step: number
  /** Steps above the line on which everything stands, and below it. */
  up: number
  down: number
}

/** Lines in the half that has more; further ones would be too near each other. */
const mostSteps = 3

/**
 * The scale of the chart, which is one for both halves: in whole, round steps, and never so small that one or two Incidents
 * fill it.
 */
export function dayScale(days: Overview['days']): DayScale {
  const mostCreated = Math.max(...days.map(({ created }) => created))
  const mostClosed = Math.max(...days.map(({ closed }) => closed))
  const step = roundStep(Math.max(mostCreated, mostClosed) / mostSteps)
  const stepsTo = (most: number) => Math.max(Math.ceil(most / step), 1)
  return { step, up: stepsTo(mostCreated), down: stepsTo(mostClosed) }
}

/** 2, 5, 10, 20, 50 and so on: the smallest that is no smaller. */
function roundStep(least: number): number {
  for (let power = 1; ; power *= 10) {
    const found = [2, 5, 10].find((step) => step * power >= least)
    if (found) return found * power
  }
}

/** What stands at the lines, from the top down: both halves count from where they meet. */
export const linesOf = ({ step, up, down }: DayScale): number[] =>
  Array.from({ length: up + down + 1 }, (_, index) => Math.abs(up - index) * step)
