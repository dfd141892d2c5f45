import { Command } from 'commander'
import { backUp } from '../../backup/back-up.ts'
import { storedSigningSecret } from '../../media/download/signing-secret.ts'
import { openMediaStorage } from '../../media/storage/storage.ts'
import { readNewFile } from '../arguments.ts'
import { interruptible } from '../interruption.ts'
import { jsonOption, type JsonOptions } from '../options.ts'
import { writeData } from '../output.ts'
import { showProgress } from '../progress.ts'
import { withDatabase } from '../with-database.ts'
import { passphraseOption, readPassphrase, type PassphraseOptions } from './passphrase.ts'
import { contentsOf, rejectShortcomings, sizeOf } from './report.ts'

export const backUpCommand = new Command('backup')
  .description('write the database, the files and the secrets to one file, while servers are running')
  .argument('<file>', 'file to create; an existing file is never replaced', readNewFile)
  .addOption(passphraseOption('encrypt the backup with the passphrase in this file'))
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
The backup has the state of the moment at which the command begins. Only its owner may read the file. It contains
password hashes, digests of API keys and sessions, the secrets of webhooks, and the secret of download URLs. Settings
are not in it. If the storage lacks a file, the backup is made without that file, and the exit code is 1.

Examples:
  tocsin backup /backups/tocsin-$(date +%F).backup
  tocsin backup /backups/tocsin.backup --passphrase-file /etc/tocsin/passphrase`,
  )
  .action(async (path: string, { json, ...options }: PassphraseOptions & JsonOptions) => {
    const passphrase = await readPassphrase(options)
    await withDatabase(async (service, environment) => {
      const storage = await openMediaStorage(environment)
      const signingSecret = await storedSigningSecret(environment)
      const secrets: Record<string, string> = signingSecret === undefined ? {} : { 'signing-secret': signingSecret }
      const progress = showProgress('Backing up')
      const { header, summary, sizeBytes } = await interruptible((signal) =>
        backUp({ service, storage, secrets }, path, { passphrase, signal, advance: progress.reach }),
      ).finally(() => progress.stop())
      writeData(
        json
          ? JSON.stringify({ file: path, sizeBytes, ...header, ...summary })
          : `Backed up ${contentsOf(summary)} to ${path} (${sizeOf(sizeBytes)}).`,
      )
      rejectShortcomings(summary, path)
    })
  })
