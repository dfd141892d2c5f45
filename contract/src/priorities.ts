// They stand by themselves, so that a browser and the command line know them without TypeBox.

/** From the least to the most urgent. */
export const priorities = ['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL'] as const
