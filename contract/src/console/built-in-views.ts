// This file does not import TypeBox, so that the console can use it without loading it.

/** Views that every user has. The console has their filters and names. */
export const builtInViews = ['unassigned', 'mine', 'critical'] as const
export type BuiltInView = (typeof builtInViews)[number]
