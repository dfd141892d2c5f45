import { Command } from 'commander'
import type { BackupSummary } from '../../backup/format.ts'
import { verifyBackupFile } from '../../backup/verify-file.ts'
import { verifyInstallation } from '../../backup/verify-installation.ts'
import { nameDatabase } from '../../database/name-database.ts'
import { openMediaStorage } from '../../media/storage/storage.ts'
import { WrongUsage } from '../failure.ts'
import { interruptible } from '../interruption.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { table, writeData, writeMessage } from '../output.ts'
import { showProgress } from '../progress.ts'
import { withDatabase } from '../with-database.ts'
import { passphraseOption, readPassphrase, type PassphraseOptions } from './passphrase.ts'
import { contentsOf, originOf, rejectShortcomings } from './report.ts'

export const verifyCommand = new Command('verify')
  .description('check a backup, or the files of this installation')
  .argument('[file]', 'backup to check; without it, the database and the media storage of this installation')
  .addOption(passphraseOption('decrypt the backup with the passphrase in this file'))
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Prints the number of rows in each table. With a file, checks that the backup is complete and unaltered. Without a file,
reads every stored file and compares it with the size and the digest in the database; servers may run meanwhile.
The exit code is 1 if anything is missing or damaged.

Examples:
  tocsin verify /backups/tocsin-2026-03-01.backup
  tocsin verify`,
  )
  .action((path: string | undefined, { json, ...options }: PassphraseOptions & JsonOptions) =>
    interruptible(async (signal) => {
      const passphrase = await readPassphrase(options)
      if (path === undefined && passphrase !== undefined) throw new WrongUsage('Name the backup to decrypt.')
      const progress = showProgress('Verifying')
      const reading = { signal, advance: progress.reach }
      const { summary, name, ...details } = await (
        path === undefined ? verifyHere(reading) : verifyBackup(path, { passphrase, ...reading })
      ).finally(() => progress.stop())
      writeData(json ? JSON.stringify({ ...details, ...summary }) : rowsIn(summary))
      if (!json) writeMessage(`${name} has ${contentsOf(summary)}.`)
      rejectShortcomings(summary, name)
    }),
  )

const rowsIn = ({ rows }: BackupSummary): string =>
  table([['TABLE', 'ROWS'], ...Object.entries(rows).map(([name, count]) => [name, String(count)])])

async function verifyBackup(path: string, options: Parameters<typeof verifyBackupFile>[1]) {
  const { header, summary } = await verifyBackupFile(path, options)
  return { summary, name: `${path} (${originOf(header)})`, ...header }
}

const verifyHere = (reading: Parameters<typeof verifyInstallation>[2]) =>
  withDatabase(async (service, environment) => ({
    summary: await verifyInstallation(service, await openMediaStorage(environment), reading),
    name: `The installation of ${nameDatabase(environment)}`,
  }))
