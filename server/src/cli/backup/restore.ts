import { Command } from 'commander'
import { restoreBackup } from '../../backup/restore.ts'
import { verifyBackupFile, type VerifiedBackup } from '../../backup/verify-file.ts'
import { findUnknownMigrations } from '../../database/migrate.ts'
import type { Environment } from '../../environment.ts'
import { readMarkedStore } from '../../installation/marked-store.ts'
import { raiseMark } from '../../installation/raise-mark.ts'
import { restoreSigningSecret } from '../../media/download/signing-secret.ts'
import { openMediaStorage, type MediaStorage } from '../../media/storage/storage.ts'
import type { Service } from '../../service.ts'
import { interruptible } from '../interruption.ts'
import { writeData, writeMessage } from '../output.ts'
import { showProgress } from '../progress.ts'
import { withNewDatabase } from '../with-database.ts'
import { passphraseOption, readPassphrase, type PassphraseOptions } from './passphrase.ts'
import { contentsOf, rejectShortcomings } from './report.ts'

export const restoreCommand = new Command('restore')
  .description('restore a backup into a database without data and an empty media storage')
  .argument('<file>', 'file that `tocsin backup` has made')
  .addOption(passphraseOption('decrypt the backup with the passphrase in this file'))
  .addHelpText(
    'after',
    `
Set DATABASE_URL to an empty database, or DATA_DIR to a new folder, and let no server run there. The whole file is
checked before anything is changed. If the restore fails while it fills the database, the database has no data, and the
files that were written are deleted. A backup of an older version is migrated afterwards.

Changes since the backup are lost. Followers of events read everything again, and webhooks wait until an administrator
resumes them. Keys that were revoked since the backup are valid again: revoke them.

Examples:
  DATA_DIR=/srv/tocsin/restored tocsin restore /backups/tocsin-2026-03-01.backup
  tocsin restore /backups/tocsin.backup --passphrase-file /etc/tocsin/passphrase`,
  )
  .action((path: string, options: PassphraseOptions) =>
    interruptible(async (signal) => {
      const passphrase = await readPassphrase(options)
      const checking = showProgress('Checking')
      const backup = await verifyBackupFile(path, { passphrase, signal, advance: checking.reach }).finally(() =>
        checking.stop(),
      )
      await rejectNewerSchema(backup)
      await withNewDatabase((service, environment) => restore(backup, service, environment, signal))
      writeData(`Restored ${contentsOf(backup.summary)}, as of ${backup.header.createdAt}.`)
      writeMessage('Followers of events will read everything again, and webhooks wait to be resumed.')
      rejectShortcomings(backup.summary, path)
    }),
  )

async function rejectNewerSchema({ path, header: { program, migrations } }: VerifiedBackup): Promise<void> {
  const [unknown] = await findUnknownMigrations(migrations)
  if (unknown === undefined) return
  throw new Error(
    `${path} was made by Tocsin ${program}, whose schema ${migrations.at(-1)} is newer than this version. ` +
      'Restore it with that version.',
  )
}

async function restore(
  backup: VerifiedBackup,
  service: Service,
  environment: Environment,
  signal: AbortSignal,
): Promise<void> {
  async function openStorage(): Promise<MediaStorage> {
    // Write the secret of the backup to the data folder first, because opening the storage creates a missing secret.
    const secret = backup.secrets['signing-secret']
    if (secret !== undefined && !(await restoreSigningSecret(environment, secret))) {
      writeMessage('DATA_DIR has another signing-secret, which stays: earlier download URLs are no longer valid.')
    }
    return openMediaStorage(environment)
  }
  const progress = showProgress('Restoring')
  const advance = (share: number) => progress.reach(share, share === 1 ? ' building indexes' : '')
  const options = { log: writeMessage, signal, advance }
  await restoreBackup(backup, service.pool, openStorage, options).finally(() => progress.stop())
  // Write the mark of this database to the media store. The store has no mark yet, or the mark of another database.
  await raiseMark(service.database, await readMarkedStore(environment), writeMessage)
}
