// Do not import TypeBox here: the console and the command line import this file, and must not load TypeBox.

/** Priorities in ascending order of urgency. */
export const priorities = ['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL'] as const
