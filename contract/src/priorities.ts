// Without TypeBox, so that the console and the command line can import these names cheaply.

/** Priorities in ascending order of urgency. */
export const priorities = ['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL'] as const
