import { defaultIncidentSort, type IncidentSortName } from '@tocsin/contract/api/incident-list.ts'

/** What is offered to sort Incidents by; every key in both directions, several one after another. */
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

/** Reads `-priority,name`; what is unknown or repeated is left out, and nothing left is the default. */
export function readSort(text: string | undefined): readonly SortKey[] {
  const keys = new Map<SortName, SortKey>()
  for (const part of text?.split(',') ?? []) {
    const isDescending = part.startsWith('-')
    const name = sortNames.find((candidate) => candidate === part.slice(isDescending ? 1 : 0))
    if (name && !keys.has(name)) keys.set(name, { name, isDescending })
  }
  return keys.size > 0 ? [...keys.values()] : [defaultIncidentSort]
}

/** The opposite of `readSort`; undefined for the default, which addresses leave out. */
export function writeSort(keys: readonly SortKey[]): string | undefined {
  const text = textOf(keys)
  return text === '' || text === textOf([defaultIncidentSort]) ? undefined : text
}

const textOf = (keys: readonly SortKey[]): string =>
  keys.map(({ name, isDescending }) => `${isDescending ? '-' : ''}${name}`).join(',')

/** What people mean first: the newest, the most urgent, A before Z. */
export const beginsDescending = (name: SortName): boolean => name !== 'name'
