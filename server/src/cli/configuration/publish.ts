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
  .argument('<file>', 'JSON document in the format of `configuration show`; - for standard input')
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
The new revision governs every creation from then on. All violations are reported at once, each with its place in the
document. "revision" and "publishedAt" in the document are ignored. Prints the number of the new revision. A document that
equals the current revision is not published again; the command prints the current number.

Examples:
  tocsin configuration publish configuration.json
  tocsin configuration show 3 | tocsin configuration publish -`,
  )
  .action(async (file: string, options: OrganizationOptions & JsonOptions) => {
    // Import dynamically, so that commands that do not need this module start faster.
    const { readContent } = await import('./read-content.ts')
    const content = readContent(await (file === '-' ? buffer(process.stdin) : readFile(file)))
    await inOrganization(options, async (scope) => {
      const { revision, isNew } = await publishUnlessUnchanged(scope, content)
      writeData(options.json ? JSON.stringify({ revision }) : String(revision))
      writeMessage(
        isNew
          ? 'Published. Servers use the new revision within a second.'
          : 'Nothing was published: the current revision is the same.',
      )
    })
  })

/**
 * Publishes a configuration as a new revision. If the configuration equals the current revision, only returns the
 * number of that revision, so that a script can run the command repeatedly.
 */
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
