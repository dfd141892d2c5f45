import type { NewIncident, Uuid } from '../../../../client/src/client.ts'
import { Command } from 'commander'
import { adviseRepeating } from '../api/advise-repeating.ts'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { ReferenceNames } from '../api/reference-names.ts'
import { readId, readRevision } from '../arguments.ts'
import { WrongUsage } from '../failure.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { readInput } from '../read-input.ts'
import { composeIncident, explainProblem, type Composed, type WrittenIncident } from './compose.ts'
import { withFieldOptions, type FieldOptions } from './field-options.ts'
import { writeIncident } from './write-incident.ts'

interface Options extends JsonOptions, FieldOptions {
  clientRequestId?: Uuid
  configVersion?: number
}

export const createCommand = withFieldOptions(
  new Command('create')
    .description('create an incident')
    .argument('[document]', '- to read the body as JSON from standard input instead of the options'),
)
  .option('--client-request-id <id>', 'UUID that identifies this creation in retries', readId)
  .option('--config-version <revision>', 'revision of a cached creation configuration', readRevision)
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Prints the incident. The organization's configuration decides which fields are required or allowed. All violations are
reported at once. Repeating the command with the same --client-request-id, or the same clientRequestId in the document,
creates nothing.
${settingsHelp}

Examples:
  tocsin incidents create --name "Freezer 3 is getting warm" --type Refrigeration --location "Harbour Street"
  echo '{"name": "Freezer 3 is getting warm"}' | tocsin incidents create - --json`,
  )
  .action(async (document: string | undefined, { json, ...options }: Options) => {
    if (document !== undefined && document !== '-') throw new WrongUsage('Give - to read from standard input.')
    const { clientRequestId, ...fields } = options
    if (document === undefined ? Object.keys(options).length === 0 : Object.keys(fields).length > 0) {
      throw new WrongUsage('Give options such as --name, or - and a JSON document on standard input.')
    }
    const client = await connectToApi()
    const referenceNames = new ReferenceNames(client, { revision: options.configVersion })
    const composed =
      document === undefined ? await composeIncident(referenceNames, written(options)) : await readBody(clientRequestId)
    const creating = adviseRepeating(client.incidents.create(composed.incident), '--client-request-id')
    await writeIncident(referenceNames, await explainProblem(creating, composed.remarks), json)
  })

const written = ({ tag, configVersion, ...options }: Options): WrittenIncident => ({
  ...options,
  ...(tag && { tags: tag }),
  ...(configVersion !== undefined && { configVersion: String(configVersion) }),
})

async function readBody(clientRequestId: Uuid | undefined): Promise<Composed> {
  const content = parse(await readInput())
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Error('The document is not a JSON object.')
  }
  return { incident: { ...(content as NewIncident), ...(clientRequestId && { clientRequestId }) }, remarks: new Map() }
}

function parse(document: string): unknown {
  try {
    return JSON.parse(document)
  } catch (error) {
    throw new Error(`The document cannot be read as JSON: ${(error as Error).message}`, { cause: error })
  }
}
