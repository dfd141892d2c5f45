/** Writes a message for the operator: in a server to the log, in a command to the terminal. */
export type OperatorLog = (message: string, level: 'info' | 'warn' | 'error') => void
