import { DamagedBackup } from './damaged.ts'
import type { BackupHeader, BackupSummary } from './format.ts'
import { withBackupFile, type ReadOptions } from './read-frames.ts'
import { readParts } from './read-parts.ts'

/** Backup file that was read to its end with only correct seals. */
export interface VerifiedBackup {
  path: string
  passphrase: string | undefined
  header: BackupHeader
  summary: BackupSummary
  secrets: Record<string, string>
}

/**
 * Reads a whole backup file and checks every seal, without a database.
 * @throws DamagedBackup for a file that is not a complete, unaltered backup, and for a wrong passphrase.
 */
export const verifyBackupFile = (path: string, options: ReadOptions): Promise<VerifiedBackup> =>
  withBackupFile(path, options, async ({ header, frames }) => {
    const parts = readParts(frames)
    const secrets: Record<string, string> = {}
    for (;;) {
      const { value: part, done } = await parts.next()
      if (done) return { path, passphrase: options.passphrase, header, summary: part, secrets }
      if (part.head.kind === 'secret') secrets[part.head.name] = await readSecret(part.data)
    }
  })

/** Maximum size of a secret. Without a maximum, a hostile file could fill the memory. */
const secretMaximumBytes = 65_536

async function readSecret(data: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of data) {
    sizeBytes += chunk.length
    if (sizeBytes > secretMaximumBytes) throw new DamagedBackup('was altered')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
