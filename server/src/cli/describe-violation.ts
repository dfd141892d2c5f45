import type { Violation } from '@tocsin/contract/api/problem.ts'

/**
 * Formats a violation as `place: message`. Drops the field's name from the start of the message, so that it is not
 * repeated.
 * @param place name of the place for people.
 */
export function describeViolation(place: string, { pointer, parameter, message }: Violation): string {
  const name = pointer ? pointer.slice(1) : parameter
  return `${place}: ${name && message.startsWith(`${name} `) ? message.slice(name.length + 1) : message}`
}
