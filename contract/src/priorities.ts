// This file does not import TypeBox, so that the console and the command line can use these names without loading
// TypeBox.

/** Priorities in ascending order of urgency. */
export const priorities = ['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL'] as const
