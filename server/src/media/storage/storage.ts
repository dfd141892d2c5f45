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

/** Storage for the contents of uploaded files: a folder on this machine or an S3 bucket. */
export interface MediaStorage {
  readonly disk: Disk
  /** Folder on this machine for incoming uploads, before they are moved to `disk`. */
  readonly uploadFolder: string
  readonly fileMaximumBytes: number
  /**
   * Queue keyed by the id of an incident or comment. Files for the same incident are attached one after another, so
   * that a burst of uploads occupies only one database connection.
   */
  readonly attaching: KeyedQueue
  /**
   * Settings for serving files from this server. Undefined for S3, because then the bucket serves files at signed URLs.
   */
  readonly serving: FileServing | undefined
  /**
   * Origin of download URLs in S3, for example `https://bucket.s3.eu-central-1.amazonaws.com`. Undefined without S3.
   */
  readonly origin: string | undefined
}

export interface FileServing {
  folder: string
  /** Secret with which download URLs are signed. */
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
 * Opens the storage that the environment variables configure. Creates the folders in `DATA_DIR`.
 * @param storeTimeoutMs timeout of a connection attempt to S3, and of each wait for the next byte from S3.
 * @throws Error when `DATA_DIR` is not writable.
 */
export async function openMediaStorage(
  environment: StorageEnvironment,
  storeTimeoutMs: number = 15_000,
): Promise<MediaStorage> {
  const uploadFolder = join(environment.DATA_DIR, 'uploads')
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
  const inBucket = environment.MEDIA_STORAGE === 's3'
  return {
    disk: await openStore(environment, storeTimeoutMs),
    uploadFolder,
    fileMaximumBytes: environment.MEDIA_MAX_MIB * 1024 * 1024,
    attaching: new KeyedQueue(),
    serving: inBucket ? undefined : { folder: mediaFolder(environment), secret: await signingSecret(environment) },
    origin: inBucket ? bucketOrigin(environment) : undefined,
  }
}

/** Opens the folder or the bucket with the files, without creating or changing anything. */
export const openStore = async (environment: StorageEnvironment, storeTimeoutMs: number): Promise<Disk> =>
  environment.MEDIA_STORAGE === 's3'
    ? openBucket(environment, storeTimeoutMs)
    : new Disk(new DiskDriver(mediaFolder(environment)))

const mediaFolder = ({ DATA_DIR }: StorageEnvironment): string => join(DATA_DIR, 'media')

/** Makes the key under which a file or its thumbnail is stored: a path on disk or an object key in S3. */
export const mediaKey = (organizationId: Uuid, mediaId: Uuid, variant: Variant): string =>
  `${organizationId}/${mediaId}${variant === 'thumbnail' ? '.webp' : ''}`

/**
 * Runs `work` with the path of a stored file. Downloads a file from S3 first and removes the copy after `work` has
 * ended.
 */
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

/**
 * Returns the origin that the AWS SDK uses for the bucket. Normally the bucket name is part of the host name. A bucket
 * name with dots is part of the path, because no TLS certificate covers a host name with these dots. Regions in China
 * have their own domain.
 */
function bucketOrigin({ S3_ENDPOINT, S3_BUCKET = '', S3_REGION }: StorageEnvironment): string {
  if (S3_ENDPOINT) return new URL(S3_ENDPOINT).origin
  const store = `s3.${S3_REGION}.amazonaws.com${S3_REGION.startsWith('cn-') ? '.cn' : ''}`
  return `https://${S3_BUCKET.includes('.') ? '' : `${S3_BUCKET}.`}${store}`
}

async function openBucket(environment: StorageEnvironment, storeTimeoutMs: number): Promise<Disk> {
  // Import dynamically, because the AWS SDK is large and most servers store files on disk.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { bucketUrlSigner } = await import('./sign-bucket-urls.ts')
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment
  return new Disk(
    new S3Driver({
      bucket: S3_BUCKET!,
      region: S3_REGION,
      visibility: 'private',
      urlBuilder: { generateSignedURL: bucketUrlSigner() },
      // Send no access control lists, because buckets reject them by default. The bucket's policy decides who may read.
      supportsACL: false,
      // Let the SDK add no checksum trailers, because many S3 implementations do not support them. Uploads send their
      // SHA-256 in a header.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Set timeouts, because the SDK has none by default.
      requestHandler: { connectionTimeout: storeTimeoutMs, socketTimeout: storeTimeoutMs },
      // Silence the SDK, whose output would mix with the log of the server. The SDK throws errors, which the server
      // logs.
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
