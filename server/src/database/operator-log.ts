/** Takes the few lines that an operator should see: the log of a server, or the terminal of whoever runs a command. */
export type OperatorLog = (message: string, level: 'info' | 'warn' | 'error') => void
