import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Command } from 'commander'
import { publishConfiguration } from '../../configuration/publish.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeData, writeMessage } from '../output.ts'
import { inOrganization } from '../with-database.ts'

export const publishCommand = new Command('publish')
  .description('publish a creation configuration as the next revision')
  .argument('<file>', 'the JSON document, as `configuration show` prints it; - for standard input')
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
It governs every creation that begins after. Everything that is wrong with it is told, each with its place in the
document; a "revision" and "publishedAt" in it are left out. Prints the number of the new revision.

Examples:
  tocsin configuration publish configuration.json
  tocsin configuration show 3 | tocsin configuration publish -`,
  )
  .action(async (file: string, options: OrganizationOptions & JsonOptions) => {
    // Loaded only here: the other commands start sooner without.
    const { readDraft } = await import('./read-draft.ts')
    const draft = readDraft(await (file === '-' ? buffer(process.stdin) : readFile(file)))
    await inOrganization(options, async (scope) => {
      const revision = await publishConfiguration(scope, draft)
      writeData(options.json ? JSON.stringify({ revision }) : String(revision))
      writeMessage('Published; servers follow within a second.')
    })
  })
