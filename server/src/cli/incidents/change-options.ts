import type { Command } from 'commander'
import { readCount, readIdempotencyKey } from '../arguments.ts'

/** Values of the options of commands that change or delete an incident. */
export interface ChangeOptions {
  ifMatch?: number | undefined
  idempotencyKey?: string | undefined
}

export const withIdempotencyKey = (command: Command): Command =>
  command.option('--idempotency-key <key>', 'identifies this change in retries', readIdempotencyKey)

/** Adds the options that commands need to change or delete an incident. */
export const withChangeOptions = (command: Command): Command =>
  withIdempotencyKey(
    command.option('--if-match <version>', 'change the incident only if it has this version', readCount),
  )
