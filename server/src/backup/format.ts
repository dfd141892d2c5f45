/**
 * First line of every backup. The second line is the header as JSON. The frames follow. Each frame is a letter, the
 * length of the payload as 32 bits, the payload, and the seal.
 * @see docs/decisions/0021-write-our-own-backups.md
 */
export const firstLine = 'TOCSIN BACKUP'
export const formatVersion = 1

export interface BackupHeader {
  format: number
  /** Version of the program that made the backup. */
  program: string
  /** Moment of the snapshot. */
  createdAt: string
  /** Migrations that the database had run. */
  migrations: string[]
  /** Salt of the encryption key, in base64; absent in a backup without encryption. */
  salt?: string
}

/** Head of a part of a backup: of a table, a stored file or a secret. The data of the part follows, then its tail. */
export type PartHead =
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'secret'; name: string }
  | { kind: 'file'; key: string; contentType: string }

export interface PartTail {
  sizeBytes: number
  /** Number of rows of a table. */
  rows?: number
  /** SHA-256 of a stored file, in hexadecimal. */
  sha256?: string
}

/** Numbers at the end of a backup. */
export interface BackupSummary {
  /** Number of rows, keyed by table. */
  rows: Record<string, number>
  /** Number of stored files in the backup, including thumbnails. */
  files: number
  fileBytes: number
  /** Number of files that the database names and the storage lacks. */
  missing: number
  /** Number of files whose size or digest differs from the database. The backup has them as they are in the storage. */
  damaged: number
  /** Keys of some missing or damaged files. */
  examples: string[]
}

/** Maximum number of `examples`. */
export const examplesMaximum = 20

/** Letters of the frames: head, data, compressed data and tail of a part, and the summary, which is the last frame. */
export type FrameKind = 'H' | 'D' | 'Z' | 'T' | 'S'

export interface Frame {
  kind: FrameKind
  payload: Buffer
}

/** Maximum size of a frame's data before compression. Larger frames would save little, and take more memory. */
export const chunkBytes = 1024 * 1024
export const frameHeadBytes = 5

/** Makes a frame whose payload is a value as JSON. */
export const jsonFrame = (kind: FrameKind, value: object): Frame => ({
  kind,
  payload: Buffer.from(JSON.stringify(value)),
})
