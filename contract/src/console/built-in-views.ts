// Do not import TypeBox here: the console imports this file, and must not load TypeBox.

/** Views that every user has without saving them. Their filters and names are in the console. */
export const builtInViews = ['unassigned', 'mine', 'critical'] as const
export type BuiltInView = (typeof builtInViews)[number]
