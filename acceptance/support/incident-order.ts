import { idsOf } from './incidents.ts'
import type { Incident } from './resources.ts'

export const severity = ['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL']
export const sortValues: Record<string, (incident: Incident) => string> = {
  id: ({ id }) => id,
  name: ({ name }) => name ?? '',
  priority: ({ priority }) => String(severity.indexOf(priority)),
  occurredAt: ({ occurredAt }) => occurredAt,
  createdAt: ({ createdAt }) => createdAt,
  lastModifiedAt: ({ lastModifiedAt }) => lastModifiedAt,
}

/**
 * Returns the ids of incidents in the order of `sort`. Ties are ordered by id, in the direction of the last sort key.
 */
export const inOrder = (sort: string, items: Incident[]): string[] => idsOf(items.toSorted(comparing(sort)))

/** Makes a function that returns true for an incident that comes after `last` in the order of `sort`. */
export const laterThan = (sort: string, last: Incident) => {
  const compare = comparing(sort)
  return (incident: Incident): boolean => compare(incident, last) > 0
}

function comparing(sort: string) {
  const keys = sort.split(',').map((key) => ({ valueOf: sortValues[key.replace('-', '')]!, sign: signOf(key) }))
  const tie = { valueOf: sortValues.id!, sign: keys.at(-1)!.sign }
  return (one: Incident, other: Incident): number =>
    [...keys, tie]
      .map(({ valueOf, sign }) => sign * order(valueOf(one), valueOf(other)))
      .find((result) => result !== 0) ?? 0
}

const signOf = (key: string): 1 | -1 => (key.startsWith('-') ? -1 : 1)
const order = (one: string, other: string): number => Number(one > other) - Number(one < other)
