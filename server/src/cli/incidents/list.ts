import type { Incident, IncidentSortKey, List, SortBy } from '../../../../client/src/client.ts'
import { incidentSortNames } from '@tocsin/contract/api/incident-list.ts'
import { limitMaximum } from '@tocsin/contract/limits.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { ReferenceNames } from '../api/reference-names.ts'
import { readCount, readPast } from '../arguments.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { writeData, writeList, writeMessage } from '../output.ts'
import { readFilters, withFilterOptions, type FilterOptions } from './filter-options.ts'
import { nameReferences } from './name-references.ts'

interface Options extends FilterOptions, JsonOptions {
  sort?: SortBy<IncidentSortKey>[]
  limit?: number
  all?: true
}

const limitDefault = 50

export const listCommand = withFilterOptions(new Command('list'))
  .description('list incidents, newest first')
  .option('--until <time or duration>', 'last modified at or before a time', readPast)
  .option('--sort <keys>', `${incidentSortNames.join(', ')}; prefix - for descending`, readSort)
  .option('--limit <number>', `maximum number to list (default: ${limitDefault})`, readCount)
  .addOption(new Option('--all', 'list all incidents').conflicts('limit'))
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Different filters must all match; a repeated filter matches any of its values.
${settingsHelp}

Examples:
  tocsin incidents list --priority MAJOR,CRITICAL --location "Harbour Street" --sort=-priority,occurredAt
  tocsin incidents list --since 24h --all --json | jq -r .name`,
  )
  .action(async ({ sort, limit, all, json, ...filters }: Options) => {
    const client = await connectToApi()
    const referenceNames = new ReferenceNames(client)
    const maximum = all ? Infinity : (limit ?? limitDefault)
    // Without --limit, request one incident more than the maximum, to find out if the list has more.
    const wanted = limit ?? maximum + 1
    const query = { ...(await readFilters(referenceNames, filters)), sort, limit: Math.min(wanted, limitMaximum) }
    const incidents = take(client.incidents.list(query), { wanted, maximum })
    if (json) {
      for await (const incident of incidents) writeData(JSON.stringify(incident))
      return
    }
    const taken: Incident[] = []
    for await (const incident of incidents) taken.push(incident)
    await writeIncidents(referenceNames, taken)
  })

/**
 * Yields at most `wanted` incidents of a list, and requests no more pages than needed. If the list has more than
 * `maximum` incidents, stops there with a warning.
 */
async function* take(
  list: List<Incident>,
  { wanted, maximum }: { wanted: number; maximum: number },
): AsyncGenerator<Incident> {
  let taken = 0
  for await (const incident of list) {
    if (taken === maximum) return writeMessage(`There are more than ${maximum} incidents. Use --all to list them.`)
    yield incident
    if (++taken === wanted) return
  }
}

async function writeIncidents(referenceNames: ReferenceNames, incidents: Incident[]): Promise<void> {
  const nameOf = await nameReferences(referenceNames, incidents, ['stateId', 'typeId', 'locationId', 'assigneeId'])
  writeList(incidents, undefined, {
    ID: ({ id }) => id,
    PRIORITY: ({ priority }) => priority,
    STATE: ({ stateId }) => nameOf(stateId),
    TYPE: ({ typeId }) => nameOf(typeId),
    LOCATION: ({ locationId }) => nameOf(locationId),
    ASSIGNEE: ({ assigneeId }) => nameOf(assigneeId),
    CREATED: ({ createdAt }) => createdAt,
    NAME: ({ name }) => name,
  })
}

function readSort(text: string): SortBy<IncidentSortKey>[] {
  return text.split(',').map((part) => {
    const key = incidentSortNames.find((one) => one === part.replace(/^-/, ''))
    if (!key) throw new InvalidArgumentError(`Sort by ${incidentSortNames.join(', ')}, separated by commas.`)
    return { key, descending: part.startsWith('-') }
  })
}
