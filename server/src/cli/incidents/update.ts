import type { Incident, TocsinClient, Uuid } from '../../../../client/src/client.ts'
import { Command, InvalidArgumentError } from 'commander'
import { adviseRepeating } from '../api/advise-repeating.ts'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { ReferenceNames } from '../api/reference-names.ts'
import { collect, readId } from '../arguments.ts'
import { WrongUsage } from '../failure.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { withChangeOptions, type ChangeOptions } from './change-options.ts'
import { explainProblem } from './compose.ts'
import { clearableFields, composePatch, type ClearableField, type WrittenChange } from './compose-patch.ts'
import { withFieldOptions } from './field-options.ts'
import { writeIncident } from './write-incident.ts'

interface Options extends WrittenChange, ChangeOptions, JsonOptions {}

export const updateCommand = withChangeOptions(
  withFieldOptions(
    new Command('update').description('change an incident').argument('<id>', 'id of the incident', readId),
  )
    .option('--state <name or id>', 'state to move to; the workflow must allow it')
    .option('--comment <text>', 'comment to add together with the change')
    .option(
      '--clear <field>',
      `field to empty: ${clearableFields.join(', ')}; may be repeated`,
      (field: string, previous: ClearableField[] | undefined) => collect(readField(field), previous),
    ),
)
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Prints the incident after the change. Fields without an option stay as they are; --tag replaces all tags.
${settingsHelp}

Examples:
  tocsin incidents update 01a1f9ed-92a9-73c7-8fa6-13a51d85a191 --state Closed --comment "Seal replaced"
  tocsin incidents update 01a1f9ed-92a9-73c7-8fa6-13a51d85a191 --priority CRITICAL --clear assignee --if-match 3`,
  )
  .action(async (id: Uuid, { json, ifMatch, idempotencyKey, ...written }: Options) => {
    if (Object.keys(written).length === 0) throw new WrongUsage('Give an option such as --priority or --state.')
    const client = await connectToApi()
    const referenceNames = new ReferenceNames(client)
    await writeIncident(
      referenceNames,
      await update(client, referenceNames, id, written, { ifMatch, idempotencyKey }),
      json,
    )
  })

function readField(text: string): ClearableField {
  const field = clearableFields.find((one) => one === text)
  if (!field) throw new InvalidArgumentError(`It is one of ${clearableFields.join(', ')}.`)
  return field
}

async function update(
  client: TocsinClient,
  referenceNames: ReferenceNames,
  id: Uuid,
  written: WrittenChange,
  options: ChangeOptions,
): Promise<Incident> {
  // Names of categories are unique only within a type, and names of points only within a location. So read the incident
  // if its type or location is needed.
  const isNested = (written.category && !written.type) || (written.point && !written.location)
  const current = isNested ? await client.incidents.get(id) : undefined
  const { patch, remarks } = await composePatch(referenceNames, written, current)
  const changing = adviseRepeating(client.incidents.update(id, patch, options), '--idempotency-key', 'changed')
  return explainProblem(changing, remarks)
}
