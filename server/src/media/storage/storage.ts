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

/** Storage of the files' bytes: a folder of this machine or an S3 bucket. */
export interface MediaStorage {
  readonly disk: Disk
  /** Folder on this machine for uploads that are not stored yet. */
  readonly uploadFolder: string
  readonly fileMaximumBytes: number
  /** Attaches files to one incident or comment one after another, so that a burst of uploads occupies one connection. */
  readonly attaching: KeyedQueue
  /** Set if this server serves the files itself. Undefined for S3, where the store serves them under signed addresses. */
  readonly serving: FileServing | undefined
  /** Origin of the store's addresses, for example `https://bucket.s3.eu-central-1.amazonaws.com`. Undefined without S3. */
  readonly origin: string | undefined
}

export interface FileServing {
  folder: string
  /** Key that signs the addresses. */
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
 * Opens the storage that the environment configures, and creates its folders in `DATA_DIR`.
 * @param storeTimeoutMs time that S3 may take to connect, and to send its next byte.
 * @throws Error when `DATA_DIR` cannot be written.
 */
export async function openMediaStorage(
  environment: StorageEnvironment,
  storeTimeoutMs: number = 15_000,
): Promise<MediaStorage> {
  const uploadFolder = join(environment.DATA_DIR, 'uploads')
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
  const fileMaximumBytes = environment.MEDIA_MAX_MIB * 1024 * 1024
  const attaching = new KeyedQueue()
  if (environment.MEDIA_STORAGE === 's3') {
    const [disk, origin] = [await openBucket(environment, storeTimeoutMs), bucketOrigin(environment)]
    return { disk, uploadFolder, fileMaximumBytes, attaching, serving: undefined, origin }
  }
  const folder = join(environment.DATA_DIR, 'media')
  const secret = await signingSecret(environment)
  const disk = new Disk(new DiskDriver(folder))
  return { disk, uploadFolder, fileMaximumBytes, attaching, serving: { folder, secret }, origin: undefined }
}

/** Makes the storage key of a file or its thumbnail. */
export const mediaKey = (organizationId: Uuid, mediaId: Uuid, variant: Variant): string =>
  `${organizationId}/${mediaId}${variant === 'thumbnail' ? '.webp' : ''}`

/** Runs `work` on the path of a stored file. A file in S3 is downloaded first, and the copy removed afterwards. */
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
 * Returns the origin that the AWS SDK uses. A bucket name with dots goes into the path, since no certificate covers it.
 * China has its own domain.
 */
function bucketOrigin({ S3_ENDPOINT, S3_BUCKET = '', S3_REGION }: StorageEnvironment): string {
  if (S3_ENDPOINT) return new URL(S3_ENDPOINT).origin
  const store = `s3.${S3_REGION}.amazonaws.com${S3_REGION.startsWith('cn-') ? '.cn' : ''}`
  return `https://${S3_BUCKET.includes('.') ? '' : `${S3_BUCKET}.`}${store}`
}

async function openBucket(environment: StorageEnvironment, storeTimeoutMs: number): Promise<Disk> {
  // Loaded only when used: the SDK is large, and most servers store files on disk.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment
  return new Disk(
    new S3Driver({
      bucket: S3_BUCKET!,
      region: S3_REGION,
      visibility: 'private',
      // Buckets reject access control lists by default; the bucket's policy decides who may read.
      supportsACL: false,
      // Each upload sends its SHA-256 in a header. Many stores do not support checksums in trailers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // The SDK has no timeouts by default.
      requestHandler: { connectionTimeout: storeTimeoutMs, socketTimeout: storeTimeoutMs },
      // Failures are thrown and logged by us; the SDK's own output would mix with the log.
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
