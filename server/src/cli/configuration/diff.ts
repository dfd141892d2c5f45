import type { Change, EntryChanges } from '@tocsin/contract/console/configuration-history.ts'
import { Command } from 'commander'
import { compareConfigurations } from '../../configuration/revisions/compare.ts'
import { readRevision } from '../arguments.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeData, writeMessage } from '../output.ts'
import { inOrganization } from '../with-database.ts'
import { findRevision } from './find-revision.ts'

export const diffCommand = new Command('diff')
  .description('show the changes from one revision of the creation configuration to another')
  .argument('<from>', 'number of the earlier revision', readRevision)
  .argument('[to]', 'number of the later revision; defaults to the current one', readRevision)
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Examples:
  tocsin configuration diff 1 2
  tocsin configuration diff 1 --json`,
  )
  .action((from: number, to: number | undefined, options: OrganizationOptions & JsonOptions) =>
    inOrganization(options, async (scope) => {
      const [before, after] = [await findRevision(scope, from), await findRevision(scope, to)]
      const changes = compareConfigurations(before, after)
      if (options.json) return writeData(JSON.stringify({ from: before.revision, to: after.revision, ...changes }))
      const names = new Map([...before.profiles, ...after.profiles].map(({ id, name }) => [id, name]))
      const lines = [
        ...linesAbout('type', changes.types),
        ...linesAbout('category', changes.categories),
        ...linesAbout('profile', changes.profiles),
        ...(changes.defaultProfileId
          ? [`~ default profile: ${fromTo(changes.defaultProfileId, (id) => names.get(id))}`]
          : []),
      ]
      if (lines.length > 0) writeData(lines.join('\n'))
      else writeMessage(`Revisions ${before.revision} and ${after.revision} are the same.`)
    }),
  )

function linesAbout(kind: string, { added, removed, changed }: EntryChanges): string[] {
  return [
    ...added.map(({ name }) => `+ ${kind} "${name}"`),
    ...removed.map(({ name }) => `- ${kind} "${name}"`),
    ...changed.flatMap(({ name, changes }) => [
      `~ ${kind} "${name}"`,
      ...changes.map((change) => `    ${change.property.replace('fields.', '')}: ${fromTo(change)}`),
    ]),
  ]
}

const fromTo = ({ from, to }: Change, nameOf: (id: string) => string | undefined = () => undefined): string =>
  [from, to].map((value) => nameOf(String(value)) ?? readable(value)).join(' → ')

/** Formats a field rule as in `required, default "now"`, and any other value as JSON. */
function readable(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value !== 'object' || value === null || !('rule' in value)) return JSON.stringify(value)
  return 'default' in value ? `${value.rule}, default ${JSON.stringify(value.default)}` : String(value.rule)
}
