import { GetObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bucketUrlSigner } from './sign-bucket-urls.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

// Settings that the media storage gives the S3 client.
const withoutChecksums = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const
const credentials = { accessKeyId: 'k', secretAccessKey: 's' }

test.each<[string, string, S3ClientConfig]>([
  ['a bucket of AWS', 'tocsin', { region: 'eu-central-1', credentials }],
  ['a bucket of AWS with dots in its name', 'files.example.com', { region: 'cn-north-1', credentials }],
  [
    'an access point in another region',
    'arn:aws:s3:us-east-1:123456789012:accesspoint/tocsin',
    { region: 'eu-central-1', credentials },
  ],
  ['temporary credentials', 'tocsin', { region: 'us-east-1', credentials: { ...credentials, sessionToken: 'a+/=' } }],
  [
    'another store',
    'tocsin',
    { region: 'us-east-1', credentials, endpoint: 'http://127.0.0.1:9000', forcePathStyle: true },
  ],
])('signs for %s the same URLs as the AWS SDK', async (_, Bucket, config) => {
  const client = new S3Client({ ...config, ...withoutChecksums })
  const sign = bucketUrlSigner()
  for (const Key of ['organization/file', 'organization/file.webp']) {
    const headers = {
      Bucket,
      ResponseContentType: 'image/jpeg',
      ResponseContentDisposition: `attachment; filename="Tom's (1)!*.jpg"; filename*=UTF-8''K%C3%BChlung.jpg`,
      ResponseCacheControl: 'private, max-age=900',
    }
    const command = new GetObjectCommand({ ...headers, Key })
    expect(await sign(Key, headers, client, 900)).toBe(await getSignedUrl(client, command, { expiresIn: 900 }))
  }
})
