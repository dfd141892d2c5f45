import { access, constants, stat } from 'node:fs/promises'
import { messageMaxLength } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command, InvalidArgumentError } from 'commander'
import { addComment } from '../../comments/add.ts'
import { findStaffByEmail } from '../../directory/user-queries.ts'
import { OrganizationScope } from '../../scope.ts'
import { collect, readEmail, readId } from '../arguments.ts'
import { WrongUsage } from '../failure.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeData } from '../output.ts'
import { inOrganization } from '../with-database.ts'
import type { FileToAttach } from './attach-files.ts'

interface Options extends OrganizationOptions, JsonOptions {
  incident: Uuid
  user: string
  message?: string
  file?: string[]
}

export const addCommand = new Command('add')
  .description('add a Comment of the staff, with files')
  .requiredOption('--incident <id>', 'the Incident it is about', readId)
  .requiredOption('--user <email>', 'who writes it', readEmail)
  .option('--message <text>', `what it says, at most ${messageMaxLength} characters`, readMessage)
  .option('--file <path>', 'a file to attach; may be repeated', collect<string>)
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
A Comment of the staff can be read through the API, and not changed. It is added with all its files or not at all.
Prints the id.

Examples:
  tocsin comments add --incident 01a1f9ed-92a9-73c7-8fa6-13a51d85a191 --user maren.holt@example.com \\
    --message "Seal replaced" --file before.jpg --file after.jpg`,
  )
  .action(async (options: Options) => {
    const { incident: relatedEntityId, message = null, file: paths = [], user: email } = options
    if (message === null && paths.length === 0) throw new WrongUsage('Give a --message, a --file, or both.')
    const files = await Promise.all(paths.map(examine))

    await inOrganization(options, async (operator, environment) => {
      const author = await findStaffByEmail(operator, email)
      if (!author) throw new Error(`Nobody of the staff has the email ${email}.`)
      // Loaded only here: the other commands start sooner without.
      const { attachFiles } = await import('./attach-files.ts')
      const scope = new OrganizationScope(operator.organizationId, author.id, operator.database)
      const comment = await scope.transaction(async (inner) => {
        const added = await addComment(inner, { relatedEntityId, message }, { madeThroughApi: false })
        return { ...added.comment, mediaIds: await attachFiles(inner, environment, added.comment.id, files) }
      })
      writeData(options.json ? JSON.stringify(comment) : comment.id)
    })
  })

function readMessage(text: string): string {
  if ([...text].length > messageMaxLength)
    throw new InvalidArgumentError(`It has more than ${messageMaxLength} characters.`)
  return text
}

/** Before anything is stored, because most mistakes are in a path. */
async function examine(path: string): Promise<FileToAttach> {
  await access(path, constants.R_OK)
  const found = await stat(path)
  if (!found.isFile()) throw new Error(`${path} is not a file.`)
  return { path, sizeBytes: found.size }
}
