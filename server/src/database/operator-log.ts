/** Writes a line for the operator: to the log of a server, or to the terminal of a command. */
export type OperatorLog = (message: string, level: 'info' | 'warn' | 'error') => void
