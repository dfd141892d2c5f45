/**
 * First line of every backup. The second line is the header as JSON. Then the frames follow. A frame has the letter of
 * its kind, the length of its payload in 32 bits, the payload, and a seal. The seal proves that the frame is unaltered
 * and in its place.
 * @see docs/decisions/0021-write-our-own-backups.md
 */
export const firstLine = 'TOCSIN BACKUP'
export const formatVersion = 1

export interface BackupHeader {
  format: number
  /** Version of the program that made the backup. */
  program: string
  /** Time at which the snapshot of the database was taken. */
  createdAt: string
  /** Names of the migrations that had been applied to the database when the snapshot was taken. */
  migrations: string[]
  /** Salt from which the encryption key is derived, in base64; absent in a backup without encryption. */
  salt?: string
}

/**
 * Head of a part. A part is a table, a stored file or a secret. The head is the payload of the part's first frame. Data
 * frames and a tail frame follow.
 */
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

/** Payload of the last frame of a backup: the numbers of rows and files. */
export interface BackupSummary {
  /** Number of rows, keyed by the name of the table. */
  rows: Record<string, number>
  /** Number of stored files in the backup, including thumbnails. */
  files: number
  fileBytes: number
  /** Number of files that have a row in the database but are not in the storage. */
  missing: number
  /**
   * Number of files whose size or digest differs from their row in the database. The backup contains these files as
   * stored.
   */
  damaged: number
  /** Storage keys of the first missing or damaged files, at most `examplesMaximum`. */
  examples: string[]
}

/** Maximum number of storage keys in `BackupSummary.examples`. */
export const examplesMaximum = 20

/**
 * Kinds of frames, each with its letter in the file. A part has a head, data and a tail; the summary is the last frame.
 */
export const frameLetters = { head: 'H', data: 'D', compressed: 'Z', tail: 'T', summary: 'S' } as const

export type FrameKind = keyof typeof frameLetters

export interface Frame {
  kind: FrameKind
  payload: Buffer
}

/**
 * Maximum size of a frame's data before compression. Larger frames would take more memory, and would hardly make the
 * backup smaller.
 */
export const chunkBytes = 1024 * 1024
export const frameHeadBytes = 5

/** Makes a frame whose payload is the given value as JSON. */
export const jsonFrame = (kind: FrameKind, value: object): Frame => ({
  kind,
  payload: Buffer.from(JSON.stringify(value)),
})
