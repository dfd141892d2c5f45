/** Writes a message for the operator. A server writes to its log, a command to the terminal. */
export type OperatorLog = (message: string, level: 'info' | 'warn' | 'error') => void
