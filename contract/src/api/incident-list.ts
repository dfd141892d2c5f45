// Without TypeBox, so that the console and the command line can import these names cheaply.

/** @see docs/contract.md#4.2 */
export const incidentSortNames = ['id', 'name', 'priority', 'occurredAt', 'createdAt', 'lastModifiedAt'] as const
export type IncidentSortName = (typeof incidentSortNames)[number]

/** Default order: newest first. */
export const defaultIncidentSort = { name: 'createdAt', isDescending: true } as const
