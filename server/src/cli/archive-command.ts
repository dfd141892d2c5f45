import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import type { OrganizationScope } from '../scope.ts'
import { readId } from './arguments.ts'
import { organizationOption, type OrganizationOptions } from './options.ts'
import { writeMessage } from './output.ts'
import { inOrganization } from './with-database.ts'

/** Makes the command that archives a location, a point or a user. */
export const makeArchiveCommand = (
  noun: 'location' | 'point' | 'user',
  description: string,
  archive: (scope: OrganizationScope, id: Uuid) => Promise<unknown>,
): Command =>
  new Command('archive')
    .description(description)
    .argument('<id>', `id of the ${noun}, from \`${noun}s list\``, readId)
    .addOption(organizationOption())
    .action((id: Uuid, options: OrganizationOptions) =>
      inOrganization(options, async (scope) => {
        await archive(scope, id)
        writeMessage(`The ${noun} is archived.`)
      }),
    )
