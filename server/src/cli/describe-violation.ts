import type { Violation } from '@tocsin/contract/api/problem.ts'

/**
 * Formats a violation as `place: message`. Omits the name of the field from the start of the message, so that the line
 * does not repeat it.
 * @param place readable name of the field or parameter that has the violation.
 */
export function describeViolation(place: string, { pointer, parameter, message }: Violation): string {
  const name = pointer ? pointer.slice(1) : parameter
  return `${place}: ${name && message.startsWith(`${name} `) ? message.slice(name.length + 1) : message}`
}
