import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import { Command } from 'commander'
import { publishConfiguration } from '../../configuration/publish.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
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
It governs every creation that begins afterwards. All problems are reported at once, each with its place in the document;
"revision" and "publishedAt" in it are ignored. Prints the number of the new revision, or of the current one if that is
the same already: a document may be published as often as you like.

Examples:
  tocsin configuration publish configuration.json
  tocsin configuration show 3 | tocsin configuration publish -`,
  )
  .action(async (file: string, options: OrganizationOptions & JsonOptions) => {
    // Loaded only here: the other commands start faster without it.
    const { readContent } = await import('./read-content.ts')
    const content = readContent(await (file === '-' ? buffer(process.stdin) : readFile(file)))
    await inOrganization(options, async (scope) => {
      const { revision, isNew } = await publishUnlessUnchanged(scope, content)
      writeData(options.json ? JSON.stringify({ revision }) : String(revision))
      writeMessage(
        isNew
          ? 'Published; servers follow within a second.'
          : 'The current revision is the same already; nothing was published.',
      )
    })
  })

/** A script that publishes what is there already has reached what it wants. */
async function publishUnlessUnchanged(
  scope: OrganizationScope,
  content: ConfigurationContent,
): Promise<{ revision: number; isNew: boolean }> {
  try {
    return { revision: await publishConfiguration(scope, content), isNew: true }
  } catch (error) {
    const isUnchanged = error instanceof Problem && error.code === 'configuration_unchanged'
    if (!isUnchanged) throw error
    return { revision: error.extensions.creationConfigVersion!, isNew: false }
  }
}
