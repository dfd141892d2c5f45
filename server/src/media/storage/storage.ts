import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Disk } from 'flydrive'
import type { Environment } from '../../environment.ts'
import { KeyedQueue } from './keyed-queue.ts'
import { DiskDriver } from './disk-driver.ts'
import type { Variant } from '../download/signature.ts'
import { signingSecret } from '../download/signing-secret.ts'

/** Where the bytes of Media are. */
export interface MediaStorage {
  readonly disk: Disk
  /** A folder on this machine: uploads stay here until they are complete, examined and stored. */
  readonly uploadFolder: string
  readonly fileMaximumBytes: number
  /** Attaches files to one incident or comment one after another, so that a burst of uploads holds one connection. */
  readonly attaching: KeyedQueue
  /** How this server serves the files; undefined where the store does so itself, under addresses it signs. */
  readonly serving: FileServing | undefined
  /** Where the store itself serves them, for example `https://bucket.s3.eu-central-1.amazonaws.com`. */
  readonly origin: string | undefined
}

export interface FileServing {
  folder: string
  /** Signs the addresses. */
  secret: string
}

export type StorageEnvironment = Pick<
  Environment,
  | 'DATA_DIR'
  | 'MEDIA_STORAGE'
  | 'MEDIA_MAX_MIB'
  | 'SIGNING_SECRET'
  | 'S3_BUCKET'
  | 'S3_REGION'
  | 'S3_ENDPOINT'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
>

/**
 * Opens the storage that the environment names, and makes what it needs in `DATA_DIR`.
 * @param silenceMaximumMs after which a store that was asked something is away.
 * @throws Error when `DATA_DIR` cannot be written.
 */
export async function openMediaStorage(
  environment: StorageEnvironment,
  silenceMaximumMs: number = 15_000,
): Promise<MediaStorage> {
  const uploadFolder = join(environment.DATA_DIR, 'uploads')
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
  const fileMaximumBytes = environment.MEDIA_MAX_MIB * 1024 * 1024
  const attaching = new KeyedQueue()
  if (environment.MEDIA_STORAGE === 's3') {
    const [disk, origin] = [await openBucket(environment, silenceMaximumMs), bucketOrigin(environment)]
    return { disk, uploadFolder, fileMaximumBytes, attaching, serving: undefined, origin }
  }
  const folder = join(environment.DATA_DIR, 'media')
  const secret = await signingSecret(environment)
  const disk = new Disk(new DiskDriver(folder))
  return { disk, uploadFolder, fileMaximumBytes, attaching, serving: { folder, secret }, origin: undefined }
}

/** Where a file or its thumbnail is in the storage. */
export const mediaKey = (organizationId: Uuid, mediaId: Uuid, variant: Variant): string =>
  `${organizationId}/${mediaId}${variant === 'thumbnail' ? '.webp' : ''}`

/** Runs `work` on a stored file: on the stored one where it is on this machine, else on a copy that exists meanwhile. */
export async function withLocalFile<Value>(
  { disk, serving, uploadFolder }: MediaStorage,
  key: string,
  work: (path: string) => Promise<Value>,
): Promise<Value> {
  if (serving) return work(join(serving.folder, key))
  const path = join(uploadFolder, `${basename(key)}.copy`)
  try {
    await pipeline(await disk.getStream(key), createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** As the AWS SDK addresses it: a bucket with dots, which no certificate covers, by path; China has a domain of its own. */
function bucketOrigin({ S3_ENDPOINT, S3_BUCKET = '', S3_REGION }: StorageEnvironment): string {
  if (S3_ENDPOINT) return new URL(S3_ENDPOINT).origin
  const store = `s3.${S3_REGION}.amazonaws.com${S3_REGION.startsWith('cn-') ? '.cn' : ''}`
  return `https://${S3_BUCKET.includes('.') ? '' : `${S3_BUCKET}.`}${store}`
}

async function openBucket(environment: StorageEnvironment, silenceMaximumMs: number): Promise<Disk> {
  // Loaded only here: the SDK is large, and most servers do without.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment
  return new Disk(
    new S3Driver({
      bucket: S3_BUCKET!,
      region: S3_REGION,
      visibility: 'private',
      // Buckets now refuse access control lists by default; the bucket's policy says who may read.
      supportsACL: false,
      // Every upload carries its own SHA-256; checksums in trailers are more than many stores understand.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Of its own accord the SDK would wait for ever.
      requestHandler: { connectionTimeout: silenceMaximumMs, socketTimeout: silenceMaximumMs },
      // Failures are thrown; the SDK's own lines would mix with those of the log.
      logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
      ...(S3_ACCESS_KEY_ID &&
        S3_SECRET_ACCESS_KEY && {
          credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
        }),
    }),
  )
}

const ignore = () => undefined
