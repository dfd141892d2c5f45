import type { Command } from 'commander'
import { collect } from '../arguments.ts'
import type { WrittenIncident } from './compose.ts'

/** Values of the options for the fields of an incident. */
export interface FieldOptions extends Omit<WrittenIncident, 'tags' | 'clientRequestId' | 'configVersion'> {
  tag?: string[]
}

/** Adds to a command one option for each field of an incident. */
export const withFieldOptions = (command: Command): Command =>
  command
    .option('--name <text>', 'short summary')
    .option('--description <text>', 'details')
    .option('--type <name or id>', 'type')
    .option('--category <name or id>', 'category')
    .option('--priority <priority>', 'MINOR, NORMAL, MAJOR or CRITICAL')
    .option('--location <name or id>', 'location')
    .option('--point <name or id>', 'point within the location')
    .option('--assignee <name or id>', 'user who will handle it')
    .option('--occurred-at <time>', 'time it happened, such as 2026-01-31T08:30:00+01:00')
    .option('--tag <tag>', 'may be repeated', collect<string>)
    .option('--latitude <degrees>', 'with --longitude; write a negative value as --latitude=-33.9')
    .option('--longitude <degrees>', 'with --latitude')
    .option('--external-id <id>', 'id in your own system')
