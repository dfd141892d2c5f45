import type { Incident, WorkflowState } from '../../../../client/src/client.ts'
import { unending } from '../../../../client/src/transport/unending.ts'
import { Command, InvalidArgumentError } from 'commander'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { ReferenceNames } from '../api/reference-names.ts'
import { interruptible } from '../interruption.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { onOneLine, writeData, writeMessage } from '../output.ts'
import { readFilters, withFilterOptions, type FilterOptions } from './filter-options.ts'
import { follow } from './follow.ts'

interface Options extends FilterOptions, JsonOptions {
  every: number
}

export const watchCommand = withFilterOptions(new Command('watch'))
  .description('print incidents as they are created and changed, until Ctrl+C')
  .option('--every <seconds>', 'time between polls', readSeconds, 2)
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Prints each change exactly once, starting at --since or now. If the service cannot be reached, it keeps trying.
${settingsHelp}

Examples:
  tocsin incidents watch --priority CRITICAL
  tocsin incidents watch --since 24h --json | while read -r incident; do …; done`,
  )
  .action(async ({ every, json, ...filters }: Options) => {
    const client = await connectToApi(unending({}))
    const query = await readFilters(new ReferenceNames(client), filters)
    const write = json
      ? (incident: Incident) => writeData(JSON.stringify(incident))
      : writerOf(await client.workflowStates.list().all())
    await interruptible(async (signal) => {
      const changes = follow(client, query, {
        everyMs: every * 1000,
        signal,
        onReady: () => writeMessage('Watching. Press Ctrl+C to stop.'),
        onRetry: (error) => writeMessage(`${error.message} Trying again.`),
      })
      try {
        for await (const incident of changes) write(incident)
      } catch (error) {
        // An aborted signal is not an error: it means that the user has ended the command.
        if (!signal.aborted) throw error
      }
    })
  })

/**
 * Returns a function that writes an incident as one line. The column of the state has a fixed width, because all states
 * are known in advance.
 */
function writerOf(states: WorkflowState[]): (incident: Incident) => void {
  const names = new Map(states.map(({ id, name }) => [id, onOneLine(name)]))
  const width = Math.max(...Array.from(names.values(), (name) => name.length))
  return ({ id, name, priority, stateId, createdAt, lastModifiedAt }) => {
    const kind = createdAt === lastModifiedAt ? 'new    ' : 'changed'
    const state = (names.get(stateId) ?? stateId).padEnd(width)
    writeData(`${lastModifiedAt}  ${id}  ${kind}  ${priority.padEnd(8)}  ${state}  ${onOneLine(name ?? '-')}`)
  }
}

function readSeconds(text: string): number {
  if (!/^\d{1,5}(\.\d+)?$/.test(text) || Number(text) < 0.1)
    throw new InvalidArgumentError('Write a number of seconds, 0.1 or more.')
  return Number(text)
}
