import { defaultIncidentSort, type IncidentSortName } from '@tocsin/contract/api/incident-list.ts'

/** Fields that the list can be sorted by. Each can be ascending or descending, and several can be combined. */
export const sortNames = [
  'name',
  'priority',
  'createdAt',
  'lastModifiedAt',
  'occurredAt',
] as const satisfies IncidentSortName[]
export type SortName = (typeof sortNames)[number]

export interface SortKey {
  name: SortName
  isDescending: boolean
}

/**
 * Parses a sort such as `-priority,name`. Ignores unknown and repeated fields. Returns the default sort if no field is
 * left.
 */
export function readSort(text: string | undefined): readonly SortKey[] {
  const keys = new Map<SortName, SortKey>()
  for (const part of text?.split(',') ?? []) {
    const isDescending = part.startsWith('-')
    const name = sortNames.find((candidate) => candidate === part.slice(isDescending ? 1 : 0))
    if (name && !keys.has(name)) keys.set(name, { name, isDescending })
  }
  return keys.size > 0 ? [...keys.values()] : [defaultIncidentSort]
}

/** Returns a sort as the text of the `sort` parameter. Returns undefined for the default sort, which URLs leave out. */
export function writeSort(keys: readonly SortKey[]): string | undefined {
  const text = textOf(keys)
  return text === '' || text === textOf([defaultIncidentSort]) ? undefined : text
}

const textOf = (keys: readonly SortKey[]): string =>
  keys.map(({ name, isDescending }) => `${isDescending ? '-' : ''}${name}`).join(',')

/** Returns true if sorting by this field starts descending. Only names start ascending, from A to Z. */
export const beginsDescending = (name: SortName): boolean => name !== 'name'
