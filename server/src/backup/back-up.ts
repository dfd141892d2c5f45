import { stat } from 'node:fs/promises'
import manifest from '../../package.json' with { type: 'json' }
import { inSnapshot, type Snapshot } from '../database/copying/snapshot.ts'
import { createAside } from '../disk/create-aside.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { measureStoredFiles } from '../media/stored-files.ts'
import type { Service } from '../service.ts'
import { formatVersion, jsonFrame, type BackupHeader, type BackupSummary, type Frame } from './format.ts'
import { Tally } from './tally.ts'
import { writeFileParts } from './write-file-parts.ts'
import { writeFrames } from './write-frames.ts'
import { writeTableParts } from './write-table-parts.ts'

export interface BackupSource {
  service: Service
  storage: MediaStorage
  /** Secrets that are stored in the data folder, keyed by name. */
  secrets: Record<string, string>
}

export interface BackupOptions {
  passphrase: string | undefined
  signal: AbortSignal
  /** Reports the progress: called with the completed share of the work, from 0 to 1. */
  advance: (share: number) => void
}

export interface Backup {
  header: BackupHeader
  summary: BackupSummary
  sizeBytes: number
}

/**
 * Writes the database, the stored files and the secrets to one backup file. Servers may keep running.
 * The rows are a snapshot of one moment. The storage has every file that these rows refer to: each file is stored
 * before its row is inserted, and no request deletes a stored file.
 * @throws Error when `path` exists already.
 */
export const backUp = (source: BackupSource, path: string, options: BackupOptions): Promise<Backup> =>
  inSnapshot(source.service.pool, async (snapshot) => {
    const tableBytes = snapshot.tables.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const tally = new Tally(tableBytes + (await measureStoredFiles(snapshot.database)), options.advance)
    const header: BackupHeader = {
      format: formatVersion,
      program: manifest.version,
      createdAt: snapshot.takenAt,
      migrations: snapshot.migrations,
    }
    await createAside(path, (file) =>
      writeFrames(file, header, framesOf(source, snapshot, tally, options.signal), options),
    )
    return { header, summary: tally.summary, sizeBytes: (await stat(path)).size }
  })

async function* framesOf(
  source: BackupSource,
  snapshot: Snapshot,
  tally: Tally,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  for (const [name, value] of Object.entries(source.secrets)) yield* secretFrames(name, Buffer.from(value))
  yield* writeTableParts(snapshot, tally)
  yield* writeFileParts(source.storage, snapshot.database, tally, signal)
  yield jsonFrame('summary', tally.summary)
}

function* secretFrames(name: string, payload: Buffer): Generator<Frame> {
  yield jsonFrame('head', { kind: 'secret', name })
  yield { kind: 'data', payload }
  yield jsonFrame('tail', { sizeBytes: payload.length })
}
