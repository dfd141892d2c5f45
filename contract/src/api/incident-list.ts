// They stand by themselves, so that a browser and the command line know them without TypeBox.

/** @see specification 4.2 */
export const incidentSortNames = ['id', 'name', 'priority', 'occurredAt', 'createdAt', 'lastModifiedAt'] as const
export type IncidentSortName = (typeof incidentSortNames)[number]

/** The order when none is asked for: the newest first. */
export const defaultIncidentSort = { name: 'createdAt', isDescending: true } as const
