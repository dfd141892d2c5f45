import { filesMaximum, messageMaxLength } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command, InvalidArgumentError } from 'commander'
import { adviseRepeating } from '../api/advise-repeating.ts'
import { connectToApi, settingsHelp } from '../api/connect.ts'
import { collect, readEmail, readId, readIdempotencyKey } from '../arguments.ts'
import { WrongUsage } from '../failure.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeData } from '../output.ts'

interface Options extends OrganizationOptions, JsonOptions {
  incident: Uuid
  user?: string
  message?: string
  file?: string[]
  externalId?: string
  idempotencyKey?: string
}

export const addCommand = new Command('add')
  .description('add a comment through the API, or with --user as a member of staff')
  .requiredOption('--incident <id>', 'incident of the comment', readId)
  .option('--message <text>', `text of the comment, at most ${messageMaxLength} characters`, readMessage)
  .option('--external-id <id>', 'id of the comment in your own system; not with --user')
  .option('--idempotency-key <key>', 'identifies this comment in retries; not with --user', readIdempotencyKey)
  .option('--user <email>', 'author, a member of staff in the database of this machine', readEmail)
  .option('--file <path>', `file to attach, with --user; up to ${filesMaximum} times`, collect<string>)
  .addOption(organizationOption('organization of the user, with --user'))
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Without --user, adds a comment by an integration. Repeating the command with the same --idempotency-key adds nothing.
${settingsHelp}

With --user, adds a comment by staff to the database that DATABASE_URL or DATA_DIR names. The API can read it but not
change it. If any file is refused, nothing is added.

Prints the id of the comment.

Examples:
  tocsin comments add --incident 01a1f9ed-92a9-73c7-8fa6-13a51d85a191 --message "Technician is on the way"
  tocsin comments add --incident 01a1f9ed-92a9-73c7-8fa6-13a51d85a191 --user maren.holt@example.com \\
    --message "Seal replaced" --file before.jpg --file after.jpg`,
  )
  .action(async ({ json, ...options }: Options) => {
    const comment = options.user === undefined ? await addThroughApi(options) : await asStaff(options.user, options)
    writeData(json ? JSON.stringify(comment) : comment.id)
  })

async function addThroughApi({ incident, message, externalId, idempotencyKey, file, organization }: Options) {
  if (file || organization !== undefined) throw new WrongUsage('--file and --organization need --user.')
  if (!message?.trim()) throw new WrongUsage('Give a --message.')
  const client = await connectToApi()
  const comment = { message, ...(externalId !== undefined && { externalId }) }
  const keyed = idempotencyKey === undefined ? {} : { idempotencyKey }
  return adviseRepeating(client.comments.create(incident, comment, keyed), '--idempotency-key')
}

async function asStaff(email: string, options: Options) {
  const { incident, message, externalId, idempotencyKey, file: paths = [], organization } = options
  if (externalId !== undefined || idempotencyKey !== undefined)
    throw new WrongUsage('--external-id and --idempotency-key cannot be used with --user.')
  if (!message?.trim() && paths.length === 0) throw new WrongUsage('Give a --message, a --file, or both.')
  if (paths.length > filesMaximum) throw new WrongUsage(`A comment can have at most ${filesMaximum} files.`)
  // Import dynamically, so that commands that do not need this module start faster.
  const { addAsStaff } = await import('./add-as-staff.ts')
  return addAsStaff(
    email,
    { incidentId: incident, message: message ?? null },
    paths,
    organization === undefined ? {} : { organization },
  )
}

function readMessage(text: string): string {
  if ([...text].length > messageMaxLength)
    throw new InvalidArgumentError(`It has more than ${messageMaxLength} characters.`)
  return text
}
