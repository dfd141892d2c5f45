import { revisionAgeMaximumDays } from '@tocsin/contract/limits.ts'
import { Command } from 'commander'
import { setOldestRevisionAge } from '../../configuration/revisions/set-oldest-revision-age.ts'
import { readInteger } from '../arguments.ts'
import { organizationOption, type OrganizationOptions } from '../options.ts'
import { writeMessage } from '../output.ts'
import { inOrganization } from '../with-database.ts'

export const acceptRevisionsForCommand = new Command('accept-revisions-for')
  .description('set how long a revision may still be used after it is replaced')
  .argument('<days|ever>', 'a number of days, or ever', readDays)
  .addOption(organizationOption())
  .addHelpText(
    'after',
    `
Field apps create incidents under the revision they had when they went offline. The setting takes effect immediately, also
for revisions that are already replaced. Retries of earlier creations are still answered. The default is "ever".

Examples:
  tocsin configuration accept-revisions-for 30
  tocsin configuration accept-revisions-for ever`,
  )
  .action((days: number | null, options: OrganizationOptions) =>
    inOrganization(options, async (scope) => {
      await setOldestRevisionAge(scope, days)
      writeMessage(`Revisions are accepted ${days === null ? 'for ever' : `for ${days} days`} after they are replaced.`)
    }),
  )

function readDays(text: string): number | null {
  return text === 'ever' ? null : readInteger(text, { maximum: revisionAgeMaximumDays, alternative: ', or ever' })
}
