/**
 * First line of every backup. The second line is the header as JSON. Then come frames: a letter, the length of the
 * payload as 32 bits, the payload, and the seal.
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

/** Table, stored file or secret. Its head comes first, then its data, then its tail. */
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
  /** Stored files in the backup, including thumbnails. */
  files: number
  fileBytes: number
  /** Files that the database refers to, but that the storage did not have. */
  missing: number
  /** Files whose content did not have the size and the digest in the database. They are in the backup as they were. */
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

/** Maximum size of a frame's data before compression. Larger frames save little, and each one is in memory as a whole. */
export const chunkBytes = 1024 * 1024
export const frameHeadBytes = 5

/** Text of a frame with JSON. */
export const jsonFrame = (kind: FrameKind, value: object): Frame => ({
  kind,
  payload: Buffer.from(JSON.stringify(value)),
})
