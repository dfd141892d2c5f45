// This file must not import TypeBox, so that the console and the command line can use the priorities without loading
// TypeBox.

/** Priorities in ascending order of urgency. */
export const priorities = ['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL'] as const
