import type { Violation } from '@tocsin/contract/api/problem.ts'

/**
 * Formats a violation as `place: message`. If the message begins with the name of the field, removes the name, so that
 * the line does not repeat it.
 * @param place readable name of the field or parameter that has the violation.
 */
export function describeViolation(place: string, { pointer, parameter, message }: Violation): string {
  const name = pointer ? pointer.slice(1) : parameter
  return `${place}: ${name && message.startsWith(`${name} `) ? message.slice(name.length + 1) : message}`
}
