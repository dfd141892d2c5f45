import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { backUpCommand } from './backup/back-up.ts'
import { restoreCommand as restoreBackup } from './backup/restore.ts'
import { verifyCommand } from './backup/verify.ts'
import { addCommand as addComment } from './comments/add.ts'
import { listCommand as listComments } from './comments/list.ts'
import { acceptRevisionsForCommand } from './configuration/accept-revisions-for.ts'
import { diffCommand } from './configuration/diff.ts'
import { publishCommand } from './configuration/publish.ts'
import { showCommand } from './configuration/show.ts'
import { checkCommand } from './database/check.ts'
import { distributeCommand } from './database/distribute.ts'
import { demoCommand } from './demo.ts'
import { followCommand as followEvents } from './events/follow.ts'
import { newEpochCommand } from './events/new-epoch.ts'
import { reportFailure } from './failure.ts'
import { createCommand as createIncident } from './incidents/create.ts'
import { deleteCommand as deleteIncident } from './incidents/delete.ts'
import { getCommand as getIncident } from './incidents/get.ts'
import { importCommand as importIncidents } from './incidents/import.ts'
import { listCommand as listIncidents } from './incidents/list.ts'
import { restoreCommand as restoreIncident } from './incidents/restore.ts'
import { updateCommand as updateIncident } from './incidents/update.ts'
import { watchCommand as watchIncidents } from './incidents/watch.ts'
import { endWithOutput } from './interruption.ts'
import { issueCommand } from './keys/issue.ts'
import { listCommand as listKeys } from './keys/list.ts'
import { revokeCommand } from './keys/revoke.ts'
import { rotateCommand } from './keys/rotate.ts'
import { addCommand as addLocation } from './locations/add.ts'
import { archiveCommand as archiveLocation } from './locations/archive.ts'
import { listCommand as listLocations } from './locations/list.ts'
import { migrateCommand } from './migrate.ts'
import { createCommand } from './organizations/create.ts'
import { listCommand as listOrganizations } from './organizations/list.ts'
import { addCommand as addPoint } from './points/add.ts'
import { archiveCommand as archivePoint } from './points/archive.ts'
import { listCommand as listPoints } from './points/list.ts'
import { serveCommand } from './serve.ts'
import { addCommand as addUser } from './users/add.ts'
import { archiveCommand as archiveUser } from './users/archive.ts'
import { listCommand as listUsers } from './users/list.ts'
import { setPasswordCommand } from './users/set-password.ts'
import { listenCommand } from './webhooks/listen.ts'

const group = (name: string, description: string, commands: Command[]): Command =>
  commands.reduce((parent, command) => parent.addCommand(command), new Command(name).description(description))

/** Command-line program `tocsin` with all its commands. */
export const program = new Command('tocsin')
  .description('A self-hosted incident register with an HTTP API that integrations can trust.')
  .version(manifest.version, '--version', 'print the version')
  .addCommand(serveCommand)
  .addCommand(demoCommand)
  .addCommand(migrateCommand)
  .addCommand(backUpCommand)
  .addCommand(restoreBackup)
  .addCommand(verifyCommand)
  .addCommand(
    group('database', 'distribute the database over a cluster, and check it', [distributeCommand, checkCommand]),
  )
  .addCommand(group('organizations', 'create and list organizations', [createCommand, listOrganizations]))
  .addCommand(
    group('users', 'add, list and archive users, and set passwords', [
      addUser,
      listUsers,
      setPasswordCommand,
      archiveUser,
    ]),
  )
  .addCommand(
    group('keys', 'issue, list, rotate and revoke API keys', [issueCommand, listKeys, rotateCommand, revokeCommand]),
  )
  .addCommand(
    group('events', 'follow the events of the organization, and begin a new epoch', [followEvents, newEpochCommand]),
  )
  .addCommand(
    group('configuration', 'show, publish and compare revisions of the creation configuration', [
      showCommand,
      publishCommand,
      diffCommand,
      acceptRevisionsForCommand,
    ]),
  )
  .addCommand(group('locations', 'add, list and archive locations', [addLocation, listLocations, archiveLocation]))
  .addCommand(group('points', 'add, list and archive points', [addPoint, listPoints, archivePoint]))
  .addCommand(
    group('incidents', 'list, follow, create, change and import incidents through the API', [
      listIncidents,
      getIncident,
      createIncident,
      updateIncident,
      deleteIncident,
      restoreIncident,
      watchIncidents,
      importIncidents,
    ]),
  )
  .addCommand(group('comments', 'list and add comments', [listComments, addComment]))
  .addCommand(group('webhooks', 'forward events to a receiver in development', [listenCommand]))
  .addHelpText(
    'after',
    `
Data goes to standard output, messages to standard error. Exit codes: 0 success, 1 failure, 2 wrong usage.
Settings are environment variables: DATABASE_URL or DATA_DIR (./data), PORT, HOST, PUBLIC_URL, LOG_LEVEL and others.
LOG_LEVEL=debug prints errors with their stack. The commands for integrators, \`incidents\`, \`comments\`,
\`events follow\` and \`webhooks listen\`, use the API at TOCSIN_URL with the key in TOCSIN_API_KEY.`,
  )

/** Runs the command that the arguments of the process name. If it fails, sets the exit code of the process. */
export async function runTocsin(): Promise<void> {
  for (const command of everyCommand(program)) {
    command.exitOverride().showHelpAfterError('(use --help to see what is available)')
  }
  endWithOutput()

  try {
    await program.parseAsync()
  } catch (error) {
    process.exitCode = reportFailure(error)
  }
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}
