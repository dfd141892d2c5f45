import { defaultIncidentSort, type IncidentSortName } from '@tocsin/contract/api/incident-list.ts'

/** Sort keys. Each has two directions, and several can be combined. */
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

/** Reads `-priority,name`. Ignores unknown and repeated keys; without any key returns the default. */
export function readSort(text: string | undefined): readonly SortKey[] {
  const keys = new Map<SortName, SortKey>()
  for (const part of text?.split(',') ?? []) {
    const isDescending = part.startsWith('-')
    const name = sortNames.find((candidate) => candidate === part.slice(isDescending ? 1 : 0))
    if (name && !keys.has(name)) keys.set(name, { name, isDescending })
  }
  return keys.size > 0 ? [...keys.values()] : [defaultIncidentSort]
}

/** Writes a sort for the address. Returns undefined for the default, which addresses leave out. */
export function writeSort(keys: readonly SortKey[]): string | undefined {
  const text = textOf(keys)
  return text === '' || text === textOf([defaultIncidentSort]) ? undefined : text
}

const textOf = (keys: readonly SortKey[]): string =>
  keys.map(({ name, isDescending }) => `${isDescending ? '-' : ''}${name}`).join(',')

/** Returns true if a key sorts descending at first: newest and most urgent first, but names from A to Z. */
export const beginsDescending = (name: SortName): boolean => name !== 'name'
