import type { IncidentQuery, Priority } from '../../../../client/src/client.ts'
import { priorities } from '@tocsin/contract/priorities.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { ReferenceNames, ReferenceField } from '../api/reference-names.ts'
import { collect, readPast } from '../arguments.ts'

/** Values of the command-line options that filter incidents. */
export interface FilterOptions {
  q?: string
  priority?: Priority[]
  type?: string[]
  category?: string[]
  state?: string[]
  open?: true
  closed?: true
  location?: string[]
  point?: string[]
  assignee?: string[]
  tag?: string[]
  externalId?: string[]
  since?: Instant
  until?: Instant
}

/** Adds to a command the options that filter incidents. */
export const withFilterOptions = (command: Command): Command =>
  command
    .option('--q <text>', 'part of the name or of a tag')
    .option('--priority <list>', `${priorities.join(', ')}; several separated by commas`, collectPriorities)
    .option('--type <name or id>', 'of this type', collect<string>)
    .option('--category <name or id>', 'of this category', collect<string>)
    .option('--state <name or id>', 'in this workflow state', collect<string>)
    .addOption(new Option('--open', 'in a state that is not final').conflicts('closed'))
    .option('--closed', 'in a final state')
    .option('--location <name or id>', 'at this location', collect<string>)
    .option('--point <name or id>', 'at this point', collect<string>)
    .option('--assignee <name or id>', 'assigned to this user', collect<string>)
    .option('--tag <tag>', 'with this tag', collect<string>)
    .option('--external-id <id>', 'with this identifier in your own system', collect<string>)
    .option('--since <time or duration>', 'last modified at or after a time, or within 30m, 24h or 7d', readPast)

function collectPriorities(text: string, earlier: Priority[] = []): Priority[] {
  const given = text.split(',').map((one) => one.trim().toUpperCase())
  if (!given.every(isPriority)) {
    throw new InvalidArgumentError(`A priority is one of ${priorities.join(', ')}.`)
  }
  return [...earlier, ...given]
}

const isPriority = (text: string): text is Priority => (priorities as readonly string[]).includes(text)

/**
 * Turns the filter options into a query for incidents.
 * @throws UnknownName for a name that no object or several objects have.
 */
export async function readFilters(referenceNames: ReferenceNames, options: FilterOptions): Promise<IncidentQuery> {
  const filters = {
    q: options.q,
    priority: options.priority,
    typeId: await idsOf(referenceNames, 'typeId', options.type),
    categoryId: await idsOf(referenceNames, 'categoryId', options.category),
    stateId: await idsOf(referenceNames, 'stateId', options.state),
    state: options.open ? ('open' as const) : options.closed && ('closed' as const),
    locationId: await idsOf(referenceNames, 'locationId', options.location),
    pointId: await idsOf(referenceNames, 'pointId', options.point),
    assigneeId: await idsOf(referenceNames, 'assigneeId', options.assignee),
    tags: options.tag,
    externalId: options.externalId,
    startAt: options.since,
    endAt: options.until,
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

const idsOf = async (referenceNames: ReferenceNames, field: ReferenceField, names: string[] | undefined) =>
  names && Promise.all(names.map((name) => referenceNames.idOf(field, name)))
