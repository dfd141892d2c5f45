import type { Violation } from '@tocsin/contract/api/problem.ts'

/**
 * What is wrong at a place, which is named once: the sentence itself often begins with it.
 * @param place as it is to be called.
 */
export function describeViolation(place: string, { pointer, parameter, message }: Violation): string {
  const name = pointer ? pointer.slice(1) : parameter
  return `${place}: ${name && message.startsWith(`${name} `) ? message.slice(name.length + 1) : message}`
}
