import type { Command } from 'commander'
import { readCount, readIdempotencyKey } from '../arguments.ts'

/** Values of the command-line options that a command for a change or deletion of an incident has. */
export interface ChangeOptions {
  ifMatch?: number | undefined
  idempotencyKey?: string | undefined
}

export const withIdempotencyKey = (command: Command): Command =>
  command.option('--idempotency-key <key>', 'identifies this change in retries', readIdempotencyKey)

/** Adds to a command the options for a change or deletion of an incident. */
export const withChangeOptions = (command: Command): Command =>
  withIdempotencyKey(
    command.option('--if-match <version>', 'change the incident only if it has this version', readCount),
  )
