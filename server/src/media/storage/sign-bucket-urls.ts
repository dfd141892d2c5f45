import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl, S3RequestPresigner } from '@aws-sdk/s3-request-presigner'

/** Bucket of a file, and headers of the response with which S3 sends the file. */
interface SignedInput {
  Bucket: string | undefined
  ResponseCacheControl?: string
  ResponseContentDisposition?: string
  ResponseContentType?: string
}

type Sign = (key: string, input: SignedInput, client: S3Client, expiresIn?: number | string) => Promise<string>

/**
 * Returns a function that signs download URLs of one bucket. The URLs equal those of the AWS SDK's `getSignedUrl`, but
 * signing takes a quarter of the time: `getSignedUrl` runs the whole client for each URL.
 */
export function bucketUrlSigner(): Sign {
  let base: URL | undefined
  let presigner: S3RequestPresigner | undefined
  return async (key, input, client, expiresIn) => {
    presigner ??= new S3RequestPresigner({ ...client.config })
    // Take the address of the bucket and the signing region from a URL of the SDK, which derives them from the bucket,
    // the region and the endpoint.
    base ??= new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket: input.Bucket, Key: '_' })))
    const { protocol, host, hostname, pathname, searchParams } = base
    const signingRegion = searchParams.get('X-Amz-Credential')!.split('/')[2]!
    const path = pathname.slice(0, -1) + key
    const { query } = await presigner.presign(
      { method: 'GET', protocol, hostname, path, query: queryOf(input), headers: { host } },
      { expiresIn: Number(expiresIn), signingRegion },
    )
    return `${base.origin}${path}?${write(query as Record<string, string>)}`
  }
}

const queryOf = (input: SignedInput): Record<string, string> => ({
  ...(input.ResponseCacheControl && { 'response-cache-control': input.ResponseCacheControl }),
  ...(input.ResponseContentDisposition && { 'response-content-disposition': input.ResponseContentDisposition }),
  ...(input.ResponseContentType && { 'response-content-type': input.ResponseContentType }),
  'x-id': 'GetObject',
})

const write = (query: Record<string, string>): string =>
  Object.keys(query)
    .toSorted()
    .map((name) => `${escape(name)}=${escape(query[name]!)}`)
    .join('&')

// Escape the characters that the signature requires and `encodeURIComponent` leaves.
const escape = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
