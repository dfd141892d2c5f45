// This file does not import TypeBox, so that the console can use it without loading TypeBox.

/** Views that every user has without saving them. Their filters and names are in the console. */
export const builtInViews = ['unassigned', 'mine', 'critical'] as const
export type BuiltInView = (typeof builtInViews)[number]
