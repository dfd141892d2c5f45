// Do not import TypeBox here: the console and the command line import this file, and must not load TypeBox.

/**
 * Fields that incident lists can be sorted by.
 * @see docs/contract.md#4.2
 */
export const incidentSortNames = ['id', 'name', 'priority', 'occurredAt', 'createdAt', 'lastModifiedAt'] as const
export type IncidentSortName = (typeof incidentSortNames)[number]

/** Default order of incident lists: newest first. */
export const defaultIncidentSort = { name: 'createdAt', isDescending: true } as const
